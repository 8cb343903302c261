import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

const parameter = 'logo_id'
type OpenState = { opened?: true } | null

/** Marks an entry of the history that opened a logo, so that closing is going back. */
export const openedHere = { opened: true } satisfies OpenState

/** Whether a tile can grow into the stage; else the dialog fades by itself. */
export const canMorph = typeof document !== 'undefined' && 'startViewTransition' in document

/** The logo that the address asks for; null for none. */
export function readOpenLogo(search: string): number | null {
  return Number(new URLSearchParams(search).get(parameter)) || null
}

/** The addresses of this page with a logo open over it. */
export function openLogoSearch(search: string) {
  const query = new URLSearchParams(search)
  query.delete(parameter)
  const rest = query.size ? `?${query}&` : '?'
  return (logoId: number) => `${rest}${parameter}=${logoId}`
}

/** Which logo stands open over the page, by the address, and the ways to change that. */
export function useOpenLogo() {
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useSearchParams()
  const hasParameter = query.has(parameter)
  const openId = readOpenLogo(location.search)

  return {
    openId,
    /** The address names a logo in no way one could. */
    isBroken: hasParameter && openId === null,
    /** `before` runs first, drawn at once, so that the tile has its name when its picture is taken. */
    open(logoId: number, before: () => void) {
      flushSync(before)
      navigate(openLogoSearch(location.search)(logoId), {
        preventScrollReset: true,
        viewTransition: canMorph,
        flushSync: true,
        state: openedHere,
      })
    },
    /** Takes the place of the open logo, so that Back still closes. */
    go(logoId: number) {
      navigate(openLogoSearch(window.location.search)(logoId), {
        replace: true,
        preventScrollReset: true,
        state: location.state,
      })
    },
    close() {
      if ((location.state as OpenState)?.opened) return navigate(-1)
      const rest = new URLSearchParams(window.location.search)
      rest.delete(parameter)
      return navigate(rest.size ? `?${rest}` : location.pathname, {
        replace: true,
        preventScrollReset: true,
        viewTransition: canMorph,
        flushSync: true,
      })
    },
  }
}
