import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLocalHost } from '../lib/loopback.ts'

// Members choose where webhooks go. To keep them from reaching what only this machine or its network should, every
// address is checked: when it is saved, and again in the connection itself, which connects to exactly the address that
// was checked.

const timeoutMs = 10_000
const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '')

export class Forbidden extends Error {}
const forbidden = () => new Forbidden('That address isn’t on the public internet.')

type Lookup = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void
export type Target = {
  /** A site on this machine, as in development, may have webhooks on it, too. */
  allowsLoopback: boolean
  lookup?: Lookup
}

/** Whether a site at this address may send to this machine. */
export const allowsLoopback = (publicUrl: string) => isLocalHost(new URL(publicUrl).hostname)

/** Whether a network address may be connected to: the public internet, by no way around. */
export function isAllowedAddress(address: string, { allowsLoopback }: Pick<Target, 'allowsLoopback'>) {
  if (!isIP(address)) return false
  // An IPv4 address within IPv6 is the IPv4 address.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return allowsLoopback
  if (range !== 'unicast') return false
  // Global unicast is 2000::/3 alone: what lies outside, such as IPv4-compatible addresses, has no name in the library.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** Looks a name up, and fails unless every address may be connected to. */
function guardedLookup(target: Target): LookupFunction {
  const lookup = target.lookup ?? systemLookup
  return (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (!addresses.length || addresses.some(({ address }) => !isAllowedAddress(address, target)))
        return callback(forbidden(), [])
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
}

/** Throws `Forbidden` for an address that may not be sent to, and an error of DNS for a name that does not exist. */
export async function requireAllowed(url: URL, target: Target) {
  const host = withoutBrackets(url.hostname)
  if (isIP(host)) {
    if (!isAllowedAddress(host, target)) throw forbidden()
    return
  }
  await new Promise<void>((resolve, reject) => {
    guardedLookup(target)(host, { all: true }, error => (error ? reject(error) : resolve()))
  })
}

export type Sent = { status: number | null; problem: string }

/**
 * Posts to an address once, and gives the status of the answer, or why there was none. Follows no redirect: it could lead
 * where the address must not. Reads nothing of the answer's body.
 */
export async function postTo(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  target: Target,
): Promise<Sent> {
  const host = withoutBrackets(url.hostname)
  if (isIP(host) && !isAllowedAddress(host, target)) return { status: null, problem: forbidden().message }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise(resolve => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own: one that is kept alive would skip the check.
        agent: false,
        lookup: guardedLookup(target),
        signal,
      },
      answer => {
        const status = answer.statusCode ?? null
        answer.destroy()
        resolve({ status, problem: describeStatus(status) })
      },
    )
    sent.on('error', error =>
      resolve({ status: null, problem: signal.aborted ? 'No answer within 10 seconds' : describe(error) }),
    )
    sent.end(body)
  })
}

function describeStatus(status: number | null) {
  if (status !== null && status >= 200 && status < 300) return ''
  if (status !== null && status >= 300 && status < 400) return 'Redirects aren’t followed'
  return `Answered ${status}`
}

const problems: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed',
  ENOTFOUND: 'There’s no such host',
  EAI_AGAIN: 'The host’s name couldn’t be looked up',
  CERT_HAS_EXPIRED: 'The certificate has expired',
}

function describe(error: NodeJS.ErrnoException) {
  if (error instanceof Forbidden) return error.message
  return problems[error.code ?? ''] ?? `The connection failed (${error.code ?? error.name})`
}
