import { isIPv4 } from 'node:net'

// Enough of a browser's name to recognise one's own. The first match counts: specific names stand before general
// ones.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A user agent in words: 'Firefox on Windows'. */
export function describeDevice(userAgent: string): string {
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, form]) => form.test(userAgent))?.[0]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `An app on ${system}` : 'An unknown device')
}

/** The approximate network of an address: enough to tell home from elsewhere. */
export function describeNetwork(address: string): string {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(ip)) return ip.replace(/\d+$/, 'x')
  return ip.includes(':') ? `${ip.split(':').slice(0, 3).filter(Boolean).join(':')}:…` : ''
}
