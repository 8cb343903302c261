import { CallError, makeCall } from '../shared/endpoint.ts'

/** A client like a browser's for a running server: keeps cookies (in `jar`) and repeats the CSRF token. */
export function httpClient(
  origin: string,
  {
    jar = new Map<string, string>(),
    fetch = globalThis.fetch,
  }: { jar?: Map<string, string>; fetch?: (url: string, init: RequestInit) => Promise<Response> } = {},
) {
  const csrfToken = () => jar.get('__Host-csrftoken') ?? jar.get('csrftoken')
  async function send(request: { method: string; url: string; body?: unknown }) {
    const response = await fetch(origin + request.url, {
      method: request.method,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(csrfToken() && { 'x-csrftoken': csrfToken()! }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value) jar.set(name!, value)
      else jar.delete(name!)
    }
    return response
  }
  const call = makeCall(async request => {
    try {
      if (request.method !== 'GET' && !csrfToken()) await send({ method: 'GET', url: '/api/auth/check' })
      const response = await send(request)
      return { status: response.status, body: await response.json() }
    } catch (error) {
      throw new CallError(0, { error: String(error) })
    }
  })
  return { call, send }
}
