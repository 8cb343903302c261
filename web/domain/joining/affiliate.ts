import { affiliateOf } from '../../../shared/rules/registration.ts'

const days = 30

/**
 * The affiliate who referred this visitor: the code in the address, stored for thirty days. The first one stays; invalid codes are
 * as good as none.
 */
export function bindAffiliate(parameter: string | null): string | undefined {
  // Only a cookie of this very host may say it: where another host of the domain sets one, it has no such name.
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
