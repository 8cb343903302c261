import { affiliateOf } from '../../../shared/rules/registration.ts'

const cookieName = 'affiliate'
const days = 30

/**
 * The affiliate who referred this visitor: the code in the address, stored for thirty days. The first one stays; invalid codes are
 * as good as none.
 */
export function bindAffiliate(parameter: string | null): string | undefined {
  const bound = document.cookie
    .split('; ')
    .find(cookie => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  const code = affiliateOf(bound) ?? affiliateOf(parameter)
  if (code && code !== bound) {
    const secure = location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no cookie store yet
    document.cookie = `${cookieName}=${code}; path=/; max-age=${days * 86_400}; samesite=lax${secure}`
  }
  return code
}
