import { expect, test } from 'vitest'
import * as api from '../../api.ts'
import { listEndpoints } from '../../endpoint.ts'

/** A few of each kind beside each other, and a ranking whose order is what it says: neither is sorted or searched. */
const others = ['/api/admin/search', '/api/admin/books/results']

/** Whether the answer, or one of its kinds, is rows with their number. */
function isList(schema: unknown): boolean {
  const { def } = (schema as { _zod: { def: { shape?: object; options?: unknown[] } } })._zod
  if (def.options) return def.options.some(isList)
  return def.shape !== undefined && 'data' in def.shape && 'count' in def.shape
}

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { _zod: { def: { shape: object } } })._zod.def.shape)

test('every list of the desk has pages, words to look for, an order and a CSV', () => {
  const lists = listEndpoints(api)
    .map(({ endpoint }) => endpoint)
    .filter(
      ({ method, path, output }) => method === 'GET' && path.startsWith('/api/admin/') && isList(output),
    )
  expect(lists.length).toBeGreaterThan(12)
  expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining([...others, '/api/admin/site']))
  for (const { path, input, csv } of lists.filter(list => !others.includes(list.path))) {
    expect(fieldsOf(input), path).toEqual(expect.arrayContaining(['page', 'page_size', 'q', 'sort']))
    expect(csv, path).toBeDefined()
  }
})
