/**
 * The page's code replaces what the server has rendered, and no press is lost by that: a press on a button is repeated on
 * the button that replaces it, and a mouse press that began on an element ends on its replacement. A touch needs no help:
 * its click goes to the element under the finger when it is lifted.
 */
export function keepPresses(root: HTMLElement) {
  const rendered = root.querySelector('main')
  if (!rendered) return
  let pressed: Element | null | undefined

  addEventListener('pointerdown', function listen(event) {
    if (!rendered.isConnected) return removeEventListener('pointerdown', listen)
    const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    pressed =
      isPlain && event.target instanceof Element ? event.target.closest('#root a, #root button') : undefined
  })
  addEventListener('pointerup', ({ pointerType, clientX, clientY }) => {
    if (pointerType !== 'mouse' || !pressed || pressed.isConnected) return
    const next = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('a, button')
    if (next && isSame(next, pressed)) next.click()
    pressed = undefined
  })
  addEventListener('click', ({ target }) => {
    if (!rendered.isConnected || !(target instanceof Element)) return
    const button = target.closest('main button')
    if (!button || button.ariaDisabled) return
    button.ariaDisabled = 'true'
    new MutationObserver((_, observer) => {
      if (button.isConnected) return
      observer.disconnect()
      for (const next of root.querySelectorAll('button')) if (isSame(next, button)) return next.click()
    }).observe(root, { childList: true, subtree: true })
  })
}

const isSame = (one: Element, other: Element) =>
  one.getAttribute('href') === other.getAttribute('href') && one.textContent === other.textContent
