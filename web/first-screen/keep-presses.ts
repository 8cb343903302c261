/**
 * The page's code replaces what the server has rendered, and no press is lost by that: a press on a button is repeated on
 * the button that replaces it, and a mouse press that began on an element ends on its replacement, wherever the layout has
 * moved that. A touch needs no help: its click goes to the element under the finger when it is lifted.
 */
export function keepPresses(root: HTMLElement) {
  const rendered = root.querySelector('main')
  if (!rendered) return
  let pressed: Press | undefined

  addEventListener('pointerdown', function listen(event) {
    if (!rendered.isConnected) return removeEventListener('pointerdown', listen)
    const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const element = event.target instanceof Element && event.target.closest('#root a, #root button')
    pressed = isPlain && element ? pressOf(root, element) : undefined
  })
  addEventListener('pointerup', ({ pointerType, clientX: x, clientY: y }) => {
    if (pointerType !== 'mouse' || !pressed || pressed.element.isConnected) return
    const { left, right, top, bottom } = pressed.box
    if (x >= left && x <= right && y >= top && y <= bottom) repeat(root, pressed)
    pressed = undefined
  })
  addEventListener('click', ({ target }) => {
    if (!rendered.isConnected || !(target instanceof Element)) return
    const button = target.closest('main button')
    if (!button || button.ariaDisabled) return
    button.ariaDisabled = 'true'
    const press = pressOf(root, button)
    new MutationObserver((_, observer) => {
      if (button.isConnected) return
      observer.disconnect()
      repeat(root, press)
    }).observe(root, { childList: true, subtree: true })
  })
}

/** What was pressed, where it was then, and which one it is of the elements with its address and text. */
type Press = { element: Element; box: DOMRect; index: number }

const pressOf = (root: HTMLElement, element: Element): Press => ({
  element,
  box: element.getBoundingClientRect(),
  index: findSame(root, element).indexOf(element as HTMLElement),
})

const repeat = (root: HTMLElement, { element, index }: Press) => findSame(root, element)[index]?.click()

const findSame = (root: HTMLElement, element: Element) =>
  [...root.querySelectorAll<HTMLElement>('a, button')].filter(
    other =>
      other.getAttribute('href') === element.getAttribute('href') &&
      other.textContent === element.textContent,
  )
