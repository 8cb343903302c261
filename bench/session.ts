import { benchPassword } from './data.ts'

/** A signed-in member: the headers of each of their requests. */
export type Member = { id: number; headers: Record<string, string> }

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
  onAnswer?: (status: number, body: string) => void
}

/** Signs a designer in as a browser does: gets a CSRF token, then sends the form. */
export async function signIn(origin: string, id: number): Promise<Member> {
  const visitor = await visit(origin, addressOf(id))
  const request = loginRequest(visitor, id)
  const response = await fetch(origin + request.path, request)
  if (!response.ok) throw new Error(`designer${id} cannot sign in: ${await response.text()}`)
  return { id, headers: headersOf(response, addressOf(id)) }
}

/** The headers of a visitor. */
export async function visit(origin: string, address: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/auth/check`)
  if (!response.ok) throw new Error(`No session check: ${await response.text()}`)
  return headersOf(response, address)
}

export const loginRequest = (visitor: Record<string, string>, id: number): Request => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { ...visitor, 'content-type': 'application/json' },
  body: JSON.stringify({ username: `designer${id}`, password: benchPassword }),
})

export const get = (member: Member, path: string): Request => ({
  method: 'GET',
  path,
  headers: member.headers,
})

export const send = (member: Member, method: 'POST' | 'DELETE', path: string, input: unknown): Request => ({
  method,
  path,
  headers: { ...member.headers, 'content-type': 'application/json' },
  body: JSON.stringify(input),
})

/** Deletes an uploaded logo. */
export async function removeLogo(origin: string, member: Member, logo_id: number) {
  const { path, ...rest } = send(member, 'DELETE', '/api/logos', { logo_id })
  const response = await fetch(origin + path, rest)
  if (!response.ok) throw new Error(`Logo ${logo_id} stays: ${await response.text()}`)
}

/** A separate address for each session, because limits count by address. */
export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

function headersOf(response: Response, address: string): Record<string, string> {
  const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';')[0]!)
  const csrf = cookies.find(cookie => cookie.startsWith('csrftoken='))!
  return {
    cookie: cookies.join('; '),
    'x-csrftoken': csrf.slice('csrftoken='.length),
    'x-forwarded-for': address,
  }
}
