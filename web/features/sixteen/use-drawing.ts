import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Density } from '../../../shared/rules/sixteen.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { useTheme } from '../../lib/browser/theme.ts'
import type { Layout } from './layout.ts'
import type { Content } from './painter/messages.ts'
import type { Painter } from './use-painter.ts'

type Shown = {
  content: Content
  layout: Layout
  size: { width: number; height: number }
  density: Density
  place: number | undefined
}

/** Tells the painter of what changes: window, theme, content, scrolling, and the square that is looked at. */
export function useDrawing(
  painter: Painter | undefined,
  { content, layout, size, density, place }: Shown,
  /** Has the colours of canvas and line as its background and outline. */
  coloured: RefObject<HTMLElement | null>,
) {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const theme = useTheme()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const before = useRef<Content>(undefined)
  // The window first: squares move within it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours
  useLayoutEffect(() => {
    if (!painter) return
    const { backgroundColor, outlineColor } = getComputedStyle(coloured.current!)
    const colours = { canvas: backgroundColor, line: outlineColor }
    painter.tell({ kind: 'view', view: { ...size, ...colours, scale: devicePixelRatio, density, layout } })
  }, [painter, size, density, layout, theme, isDark, coloured])
  useLayoutEffect(() => {
    if (!painter) return
    const isMoving = before.current !== undefined && !isStill
    before.current = content
    painter.tell({ kind: 'content', content, isMoving })
  }, [painter, content, isStill])
  useEffect(() => {
    if (!painter) return
    const tell = () => painter.tell({ kind: 'scroll', top: scrollY })
    tell()
    addEventListener('scroll', tell, { passive: true })
    return () => removeEventListener('scroll', tell)
  }, [painter])
  useLayoutEffect(() => painter?.tell({ kind: 'look', place: place ?? -1 }), [painter, place])
}
