import type { FastifyRequest } from 'fastify'

const isLoopback = (ip: string) => /^(127\.|::1$|::ffff:127\.)/.test(ip)

/**
 * Whether a request comes from this machine: its connection does, and so do all addresses that proxies on the way have
 * noted. What a caller writes into the header only makes that list longer.
 */
export function isFromHere({ socket, headers }: FastifyRequest): boolean {
  // A proxy that does not say for whom it asks may ask for anybody.
  const isForwarded = Object.keys(headers).some(name => /^(x-)?forwarded\b/.test(name))
  if (isForwarded && (headers.forwarded || !headers['x-forwarded-for'])) return false
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  return [socket.remoteAddress ?? '', ...forwarded.map(ip => ip.trim()).filter(Boolean)].every(isLoopback)
}
