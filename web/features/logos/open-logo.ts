import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { afterPaint } from '../../lib/after-paint.ts'
import { type OpenedOver, placeOf } from '../../lib/place.ts'

const parameter = 'logo_id'

/** The logo that the address asks for; null for none. */
export function readOpenLogo(search: string): number | null {
  return Number(new URLSearchParams(search).get(parameter)) || null
}

/** The address of this page with a logo open over it, up to the logo's number. */
export function openLogoSearch(search: string) {
  const query = new URLSearchParams(search)
  query.delete(parameter)
  return `?${query.size ? `${query}&` : ''}${parameter}=`
}

/**
 * Which logo stands open over the page, by the address, and the ways to change that. `answer` shows at once that it was
 * asked for: what follows takes longer. Who went elsewhere meanwhile stays there.
 */
export function useOpenLogo() {
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useSearchParams()
  const hasParameter = query.has(parameter)
  const openId = readOpenLogo(location.search)
  // Going back takes its time: a second Escape meanwhile would leave the page, and a step would stay.
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry of the history has been reached
  useEffect(() => {
    isLeaving.current = false
  }, [location.key])

  return {
    openId,
    /** The address names a logo in no way one could. */
    isBroken: hasParameter && openId === null,
    open(logoId: number, answer: () => void) {
      const { href, search } = window.location
      if (readOpenLogo(search) !== null) return
      answer()
      afterPaint(() => {
        if (href !== window.location.href) return
        navigate(openLogoSearch(location.search) + logoId, {
          preventScrollReset: true,
          state: { opened: placeOf(location) } satisfies OpenedOver,
        })
      })
    },
    /** Takes the place of the open logo, so that Back still closes. */
    go(logoId: number) {
      if (isLeaving.current) return
      navigate(openLogoSearch(window.location.search) + logoId, {
        replace: true,
        preventScrollReset: true,
        state: location.state,
      })
    },
    close(answer?: () => void) {
      if (isLeaving.current) return
      isLeaving.current = true
      answer?.()
      const { href } = window.location
      afterPaint(() => {
        if (href !== window.location.href) return
        if ((location.state as OpenedOver)?.opened) return navigate(-1)
        const rest = new URLSearchParams(window.location.search)
        rest.delete(parameter)
        return navigate(rest.size ? `?${rest}` : location.pathname, {
          replace: true,
          preventScrollReset: true,
        })
      })
    },
  }
}
