import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { avifSet } from '../../../shared/rules/image-url.ts'
import { stageSizes } from '../../../shared/rules/stage-sizes.ts'
import { indexOfLogo, type LastFound, takeStep } from './dialog-steps.ts'
import { readOpenLogo } from './open-logo.ts'

type Props = {
  logoId: number
  /** The loaded list that is stepped through. */
  logos: Logo[]
  onMore?: () => void
  onStep: (logoId: number) => void
}

/** Debounces the logo: stepping past ten others requests none of them. */
export function useSettled(logoId: number) {
  const [settled, setSettled] = useState(logoId)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(logoId), 150)
    return () => clearTimeout(timer)
  }, [logoId])
  return settled
}

/** Steps through the list. At its loaded end the next page is fetched, and the step is taken when it has arrived. */
export function useSteps({ logoId, logos, onMore, onStep }: Props) {
  // Ahead of `logoId`, which is rendered later: quick presses step from the last target.
  const current = useRef(logoId)
  const isWaiting = useRef(false)
  const [direction, setDirection] = useState<'left' | 'right'>()

  useLayoutEffect(() => {
    if (readOpenLogo(window.location.search) === logoId) current.current = logoId
  }, [logoId])

  const found = logos.findIndex(logo => logo.logo_id === logoId)
  const [last, setLast] = useState<LastFound>({ logoId, index: found })
  if (found >= 0 && (last.logoId !== logoId || last.index !== found)) setLast({ logoId, index: found })

  const step = (by: 1 | -1) => {
    const index = indexOfLogo(logos, current.current, last)
    const { next, loadsMore, ...rest } = takeStep(logos, index, by, onMore !== undefined)
    isWaiting.current = rest.isWaiting
    if (loadsMore) onMore?.()
    if (!next) return
    current.current = next.logo_id
    setDirection(by === 1 ? 'right' : 'left')
    onStep(next.logo_id)
  }

  const takeWaitingStep = useEffectEvent(() => {
    if (isWaiting.current) step(1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step waits for a longer list
  useEffect(() => takeWaitingStep(), [logos.length])

  const index = indexOfLogo(logos, logoId, last)
  const ordinal = formatNumber(found + 1)
  return {
    /** Such as "4 of 17"; while the list isn't loaded to its end, "No. 4". */
    position:
      found < 0 || logos.length < 2
        ? undefined
        : onMore
          ? `No. ${ordinal}`
          : `${ordinal} of ${formatNumber(logos.length)}`,
    step,
    direction,
    hasPrevious: index > 0,
    hasNext: index > -1 && (index < logos.length - 1 || onMore !== undefined),
  }
}

/** Loads the pictures of the logos before and after this one. */
export function useNeighbourPictures(logos: Logo[], logoId: number) {
  const index = logos.findIndex(logo => logo.logo_id === logoId)
  useEffect(() => {
    for (const neighbour of [logos[index - 1], logos[index + 1]]) {
      if (!neighbour || index < 0) continue
      const image = new Image()
      image.sizes = stageSizes
      image.srcset = avifSet(neighbour.image) ?? ''
    }
  }, [index, logos])
}
