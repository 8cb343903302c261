import { useLayoutEffect, useRef } from 'react'
import styles from './Flight.module.css'

type Place = HTMLElement | null | undefined

type Props = {
  isOpen: boolean
  sheet: React.RefObject<HTMLElement | null>
  stage: React.RefObject<HTMLElement | null>
  /** The tile’s, if it stands on the wall. */
  findPicture: () => Place
}

/**
 * A logo flies from its tile to the stage, and back. Draws nothing: inside the sheet it knows when that has been laid. A
 * view transition would do the same, but the browser draws the whole page for it, twice, and answers nothing meanwhile.
 */
export function Flight({ isOpen, sheet, stage, findPicture }: Props) {
  const latestFind = useRef(findPicture)
  useLayoutEffect(() => {
    latestFind.current = findPicture
  })
  useLayoutEffect(() => {
    const picture = latestFind.current()
    if (!isOpen) return flyHome(sheet.current, stage.current, picture)
    sheet.current?.parentElement?.removeAttribute('data-left')
    fly(picture, stage.current, 'stage')
  }, [isOpen, sheet, stage])
  return null
}

/** The sheet fades, and its logo flies home: the answer to whoever closes, before React hears of it. */
export function flyHome(sheet: Place, stage: Place, picture: Place) {
  const around = sheet?.parentElement
  if (around?.hasAttribute('data-left')) return
  around?.setAttribute('data-left', '')
  fly(picture, stage, 'tile')
}

let land = () => {}

/** Meanwhile neither place shows the picture. */
function fly(tile: Place, stage: Place, goal: 'tile' | 'stage') {
  land()
  if (!tile || !stage) return
  const pictures = [tile, stage].map(place => place.querySelector('img')!)
  const [sharpest] = pictures
    .filter(({ complete, naturalWidth }) => complete && naturalWidth)
    .sort((a, b) => b.naturalWidth - a.naturalWidth)
  if (!sharpest) return

  const places = goal === 'stage' ? [tile, stage] : [stage, tile]
  const [from, to] = places.map(place => place.getBoundingClientRect()) as [DOMRect, DOMRect]
  const flying = new Image()
  flying.className = styles.flying!
  flying.alt = ''
  flying.decoding = 'sync'
  flying.src = sharpest.currentSrc
  Object.assign(flying.style, {
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    backgroundColor: getComputedStyle(tile).backgroundColor,
  })
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
  flying.style.setProperty('--from', `${shift} scale(${from.width / to.width})`)
  land = () => {
    land = () => {}
    flying.remove()
    for (const place of places) place.removeAttribute('data-away')
  }
  flying.onanimationend = land
  for (const place of places) place.setAttribute('data-away', '')
  document.body.append(flying)
}
