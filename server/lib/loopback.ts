import type { FastifyRequest } from 'fastify'

const isLoopback = (ip: string) => /^(127\.|::1$|::ffff:127\.)/.test(ip)

/** Whether a host name, without its port, always means this machine. */
export const isLocalHost = (name: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(name) || name.toLowerCase().endsWith('.localhost')

/** Whether a proxy has sent the request on, by the headers that proxies add. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  Object.keys(headers).some(name => /^((x-)?forwarded\b|x-real-ip$|via$)/.test(name))

/**
 * Whether a request comes from this machine: its Host header is a loopback name, and its connection and all forwarded
 * addresses are loopback addresses. A caller can only add addresses to that header, never remove them.
 */
export function isLoopbackRequest({ socket, headers }: FastifyRequest): boolean {
  // DNS rebinding: a foreign name that resolves to this machine lets a browser send requests from here.
  if (!isLocalHost(URL.parse(`http://${headers.host}`)?.hostname ?? '')) return false
  // A proxy that does not name the client may forward anyone's request.
  if (isForwarded({ headers }) && (headers.forwarded || !headers['x-forwarded-for'])) return false
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  return [socket.remoteAddress ?? '', ...forwarded.map(ip => ip.trim()).filter(Boolean)].every(isLoopback)
}
