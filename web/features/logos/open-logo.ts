import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { afterPaint } from '../../lib/browser/after-paint.ts'
import { entryKeyOf, type OpenedOver } from '../../lib/navigation/scroll-key.ts'

const parameter = 'logo_id'

/** The logo id in the address; null for none. */
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
 * The logo that is open above the page, by the address, and the actions that change it. `answer` gives feedback in the
 * next frame, before the slower navigation; if the address has changed until then, nothing is navigated.
 */
export function useOpenLogo() {
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useSearchParams()
  const hasParameter = query.has(parameter)
  const openId = readOpenLogo(location.search)
  // History navigation is asynchronous: a second Escape in between would leave the page, and a step would be kept.
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each history navigation
  useEffect(() => {
    isLeaving.current = false
  }, [location.key])

  return {
    openId,
    /** Whether the logo id in the address is malformed. */
    isBroken: hasParameter && openId === null,
    open(logoId: number, answer: () => void) {
      const { href, search } = window.location
      if (readOpenLogo(search) !== null) return
      answer()
      afterPaint(() => {
        if (href !== window.location.href) return
        navigate(openLogoSearch(location.search) + logoId, {
          preventScrollReset: true,
          state: { opened: entryKeyOf(location) } satisfies OpenedOver,
        })
      })
    },
    /** Replaces the open logo in the history, so that Back still closes. */
    step(logoId: number) {
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
