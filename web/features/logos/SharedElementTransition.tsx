import { useEffectEvent, useLayoutEffect } from 'react'
import styles from './SharedElementTransition.module.css'

type MaybeElement = HTMLElement | null | undefined

type Props = {
  isOpen: boolean
  /** Whether the stage is there: without a copy in a list it comes with the logo's details. */
  hasStage: boolean
  sheet: React.RefObject<HTMLElement | null>
  /** The box of the picture on the stage, which is its parent. */
  art: React.RefObject<HTMLElement | null>
  /** The tile’s picture, if it is on the wall. */
  findPicture: () => MaybeElement
}

/**
 * A shared element transition (FLIP) between a tile and the dialog's stage: opening, the tile's ground grows to the stage
 * with the picture inside; closing is its mirror. Renders nothing; as a child of the sheet its layout effect runs when the
 * sheet has been laid out. The View Transitions API is not used: it snapshots the whole page
 * twice and blocks input for that time.
 */
export function SharedElementTransition({ isOpen, hasStage, sheet, art, findPicture }: Props) {
  const run = useEffectEvent(() => {
    const picture = findPicture()
    if (!isOpen) return animateClose(sheet.current, art.current, picture)
    sheet.current?.parentElement?.removeAttribute('data-left')
    animateOpen(picture, art.current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening, closing and the stage are the triggers
  useLayoutEffect(() => run(), [isOpen, hasStage])
  return null
}

/** Fades the sheet; stage and picture shrink to the tile. Called by the close handler, before React rerenders. */
export function animateClose(sheet: MaybeElement, art: MaybeElement, picture: MaybeElement) {
  const portal = sheet?.parentElement
  if (portal?.hasAttribute('data-left')) return
  portal?.setAttribute('data-left', '')
  finish()
  if (picture && isInViewport(picture)) fly('closing', picture, art)
}

function animateOpen(picture: MaybeElement, art: MaybeElement) {
  finish()
  fly('opening', picture, art)
}

/** While `data-flying` is on the sheet, its own stage is hidden behind the moving layers. */
function fly(direction: 'opening' | 'closing', picture: MaybeElement, art: MaybeElement) {
  const stage = art?.parentElement
  // The sheet's ref is set only after the effects of its children.
  const sheet = art?.closest('[role=dialog]')
  const image = art && picture && cloneImage(picture, art)
  if (!image || !stage || !sheet) return
  const ground = document.createElement('div')
  ground.className = styles.ground!
  ground.dataset.to = direction === 'opening' ? 'stage' : 'tile'
  ground.style.backgroundColor = getComputedStyle(stage).backgroundColor
  if (direction === 'opening') {
    invert(ground, picture, stage)
    invert(image, picture, art)
  } else {
    invert(ground, stage, picture)
    invert(image, art, picture)
  }
  sheet.setAttribute('data-flying', direction)
  play([ground, image], [picture, art], () => sheet.removeAttribute('data-flying'))
}

function isInViewport(element: HTMLElement) {
  const { top, right, bottom, left } = element.getBoundingClientRect()
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

/** A copy of the sharper one of the two images that are loaded. */
function cloneImage(picture: HTMLElement, art: HTMLElement) {
  const [sharpest] = [picture, art]
    .flatMap(element => element.querySelector('img') ?? [])
    .filter(({ complete, naturalWidth }) => complete && naturalWidth)
    .sort((a, b) => b.naturalWidth - a.naturalWidth)
  if (!sharpest) return
  const image = new Image()
  image.className = styles.mark!
  image.alt = ''
  image.decoding = 'sync'
  image.src = sharpest.currentSrc
  image.style.backgroundColor = getComputedStyle(picture).backgroundColor
  return image
}

/** Lays the layer out at its end position, with the inverse transform to start from: the compositor alone animates it. */
function invert(layer: HTMLElement, from: HTMLElement, to: HTMLElement) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  Object.assign(layer.style, {
    left: `${end.left}px`,
    top: `${end.top}px`,
    width: `${end.width}px`,
    height: `${end.height}px`,
  })
  layer.style.setProperty(
    '--from',
    `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width}, ${start.height / end.height})`,
  )
}

/** Ends the running animation at once. */
let finish = () => {}

/** Starts the animation; the elements at both of its ends are hidden until it is over. */
function play(layers: HTMLElement[], ends: HTMLElement[], onFinish?: () => void) {
  finish = () => {
    finish = () => {}
    for (const layer of layers) layer.remove()
    for (const end of ends) end.removeAttribute('data-away')
    onFinish?.()
  }
  layers.at(-1)!.onanimationend = finish
  for (const end of ends) end.setAttribute('data-away', '')
  document.body.append(...layers)
}
