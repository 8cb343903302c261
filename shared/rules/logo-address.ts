/**
 * The id of the logo that an address on this site shows: `/logo/1992`, or any page with `?logo_id=1992`, which opens the
 * logo above the page. The site's host may be left out, and so may the scheme before it. Undefined for other addresses.
 */
export function logoIdIn(address: string, siteUrl: string): number | undefined {
  const site = new URL(siteUrl)
  const text = address.trim()
  const isWithoutScheme = text.toLowerCase().startsWith(site.host)
  if (!isWithoutScheme && !/^([/?]|https?:)/i.test(text)) return
  const full = isWithoutScheme ? `${site.protocol}//${text}` : text
  if (!URL.canParse(full, siteUrl)) return
  const { host, pathname, searchParams } = new URL(full, siteUrl)
  if (host !== site.host) return
  const named = searchParams.get('logo_id') ?? /^\/logo\/(\d+)(?:\/|$)/.exec(pathname)?.[1] ?? ''
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : undefined
}
