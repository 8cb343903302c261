import { type BrowserContext, expect } from '@playwright/test'

/** Sends a write as the signed-in member; returns the answer's body. */
export async function send(
  context: BrowserContext,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data: object,
) {
  const cookies = await context.cookies()
  const token = cookies.find(cookie => cookie.name === 'csrftoken')!.value
  const headers = { 'x-csrftoken': decodeURIComponent(token) }
  const answer = await context.request.fetch(path, { method, headers, data })
  expect(answer.status(), `${method} ${path}`).toBe(200)
  return answer.json()
}

/** A name that no other test uses. */
export const freshName = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`
