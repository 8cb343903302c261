import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { patchLogo } from './logo-cache.ts'

const logo = (logo_id: number) => ({ logo_id, like_ct: 0, logo: `Mark ${logo_id}` })

test('a logo is changed wherever it is cached, and all others stay the same objects', () => {
  const client = new QueryClient()
  const pages = [{ data: [logo(1), logo(2)] }, { data: [logo(3)] }]
  client.setQueryData(['wall'], { pages, pageParams: [1, 2] })
  client.setQueryData(['designer'], { name: 'Ada', profile_logos: [logo(3), logo(1)] })

  patchLogo(client, 1, { like_ct: 1 })

  const wall = client.getQueryData<{ pages: typeof pages }>(['wall'])!
  expect(wall.pages[0]!.data[0]).toEqual({ ...logo(1), like_ct: 1 })
  expect(wall.pages[0]!.data[1]).toBe(pages[0]!.data[1])
  expect(wall.pages[1]).toBe(pages[1])
  expect(client.getQueryData(['designer'])).toMatchObject({ profile_logos: [logo(3), { like_ct: 1 }] })
})

test('an entry without the changed logo keeps its age and stays stale', () => {
  const client = new QueryClient()
  client.setQueryData(['wall'], { data: [logo(2)] }, { updatedAt: 1000 })
  void client.invalidateQueries({ queryKey: ['wall'], refetchType: 'none' })

  patchLogo(client, 1, { like_ct: 1 })

  expect(client.getQueryState(['wall'])).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: true })
})
