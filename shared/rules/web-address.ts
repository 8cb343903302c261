/** Whether the text is a full web address: `https://example.com/path`. Only http and https, and no passwords. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\s\\]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && !hostname.endsWith('.') && !username && !password
}

/** Whether the text is a website as people write it: `example.com` is accepted. */
export function isWebsite(text: string): boolean {
  return isWebAddress(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `http://${text}`)
}
