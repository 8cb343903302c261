import { affiliateOf } from '../../../shared/rules/registration.ts'

const days = 30

/**
 * The affiliate who referred this visitor: the code in the address, stored for thirty days. The first code stays; an
 * invalid one is ignored.
 */
export function bindAffiliate(parameter: string | null): string | undefined {
  // The prefix `__Host-` proves that this very host has set the cookie, not another host of the domain.
  const isSecure = location.protocol === 'https:'
  const cookieName = isSecure ? '__Host-affiliate' : 'affiliate'
  const bound = document.cookie
    .split('; ')
    .find(cookie => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  const code = affiliateOf(bound) ?? affiliateOf(parameter)
  if (code && code !== bound) {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no cookie store yet
    document.cookie = `${cookieName}=${code}; path=/; max-age=${days * 86_400}; samesite=lax${isSecure ? '; secure' : ''}`
  }
  return code
}
