import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

const titlesIn = (page: Page, region: string) =>
  page.getByRole('region', { name: region }).getByRole('heading', { level: 2 })

test('News is open to everyone: a feature post, three beside it, the rest below; a post is read on the site and leads to the next', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: 'News' }).click()
  await expect(page).toHaveURL('/news')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(page).toHaveTitle('News · Colophon')
  await expect(titlesIn(page, 'Newest')).toHaveText([
    'What sixteen pixels forgive',
    'The wall, rehung: Colophon redesigned',
    'How a logo gets into the book',
    'The letter that would not behave',
  ])
  await expect(titlesIn(page, 'Earlier posts')).toHaveText(['Credit is part of the mark', 'One ink first'])
  await expect(page.getByText('Published Nov 11, 2026 · 11:00 AM')).toBeVisible()
  // A single page has no pagination.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  const picture = page.getByRole('img', { name: /^One mark drawn large/ })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600)

  await page.getByRole('link', { name: 'How a logo gets into the book' }).click()
  await expect(page).toHaveURL('/news/how-a-logo-gets-into-the-book')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How a logo gets into the book')
  await expect(page.getByRole('heading', { level: 2, name: 'Why three' })).toBeAttached()
  await expect(page).toHaveTitle('How a logo gets into the book · Colophon')
  await page.getByRole('link', { name: 'The letter that would not behave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The letter that would not behave')
  await page.goBack()
  await expect(page).toHaveURL('/news/how-a-logo-gets-into-the-book')
  await page.goBack()
  await expect(page).toHaveURL('/news')
  await page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: 'Fresh' }).click()
  await expect(page).toHaveURL('/')
})

test('an announcement above the wall links to the redesign, shifts nothing, and stays dismissed', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/footer-.*\.js/, async route => {
    await held
    await route.continue()
  })
  const headingTop = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y
  const line = page.getByRole('complementary', { name: 'News' })
  await page.goto('/')
  await expect(tilesOf(page).first()).toBeVisible()
  const top = await headingTop()
  await expect(line).toBeHidden()
  release()
  await expect(line).toBeVisible()
  await expect.poll(headingTop).toBe(top)
  const { y, height } = (await line.boundingBox())!
  expect(top).toBeGreaterThanOrEqual(y + height)

  const place = isMobile ? 44 : 32
  await line.getByRole('link', { name: /Read about the redesign/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The wall, rehung: Colophon redesigned')
  await page.goBack()
  await line.getByRole('button', { name: 'Dismiss' }).click()
  await expect(line).toBeHidden()
  await expect.poll(headingTop).toBe(top - place)
  await page.reload()
  await expect(tilesOf(page).first()).toBeVisible()
  await expect.poll(headingTop).toBe(top - place)
  await expect(line).toBeHidden()
})

const screens = {
  '/news': (page: Page) => expect(titlesIn(page, 'Earlier posts').first()).toBeVisible(),
  '/news/what-sixteen-pixels-forgive': (page: Page) =>
    expect(page.getByRole('heading', { name: 'A friend, then' })).toBeAttached(),
}
test('axe finds nothing wrong with the news, and nothing scrolls sideways at 320 px', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Nor while it is loading.
  await page.addInitScript(() => {
    const noteWidth = () => {
      const widest = Number(document.documentElement.dataset.widest ?? 0)
      document.documentElement.dataset.widest = `${Math.max(widest, document.documentElement.scrollWidth)}`
      requestAnimationFrame(noteWidth)
    }
    addEventListener('DOMContentLoaded', noteWidth)
  })
  const former = page.viewportSize()!
  for (const [path, ready] of Object.entries(screens)) {
    if (!isMobile) await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await ready(page)
    if (!isMobile) {
      const widest = await page.evaluate(() => Number(document.documentElement.dataset.widest))
      expect(widest, path).toBeLessThanOrEqual(320)
      await page.setViewportSize(former)
      await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    }
    await expectNoFaults(page, path)
  }
})

test.describe('an external WordPress', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  /** An answer in WordPress's format: 13 news, the newest of them also the feature post. */
  const wordpress = createServer((request, response) => {
    const { pathname, searchParams: params, origin } = new URL(request.url!, `http://${request.headers.host}`)
    if (pathname.endsWith('.png'))
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    const exclude = Number(params.get('exclude'))
    const ids = Array.from({ length: 13 }, (_, i) => 13 - i)
      .filter(id => id !== exclude)
      .filter(id => params.get('categories') !== '7' || id === 13)
    const [perPage, page] = [Number(params.get('per_page')), Number(params.get('page'))]
    const pages = Math.ceil(ids.length / perPage)
    const json = { 'content-type': 'application/json' }
    if (page > pages)
      return void response
        .writeHead(400, json)
        .end(JSON.stringify({ code: 'rest_post_invalid_page_number', message: 'No.', data: { status: 400 } }))
    const skip = params.has('offset') ? Number(params.get('offset')) : (page - 1) * perPage
    const posts = ids.slice(skip, skip + perPage).map(id => ({
      id,
      date: `2026-02-${String(id).padStart(2, '0')}T21:05:00`,
      link: `https://blog.example/${id}`,
      title: { rendered: `Post ${id} &#8211; <em>new</em> &lt;b&gt; <img src=x onerror=alert(1)>` },
      excerpt: { rendered: `<p>Curves &amp; grids&nbsp;[&hellip;]</p><script>alert(1)</script>` },
      _embedded: {
        'wp:featuredmedia': [
          id % 2 ? { id, source_url: `${origin}/wp-content/${id}.png` } : { code: 'rest_forbidden' },
        ],
      },
    }))
    response
      .writeHead(200, { ...json, 'x-wp-total': `${ids.length}`, 'x-wp-totalpages': `${pages}` })
      .end(JSON.stringify(posts))
  })

  test('shows its posts page by page, as text, with pictures through our own host', async ({
    page,
    origins,
  }) => {
    test.setTimeout(300_000)
    await new Promise<void>(resolve => wordpress.listen(0, '127.0.0.1', resolve))
    const memory = await makeMemory()
    const server = await memory.start({
      BLOG_API_URL: `http://127.0.0.1:${(wordpress.address() as AddressInfo).port}`,
    })
    try {
      origins.add(server.origin)
      const name = (id: number) => `Post ${id} – new <b>`
      await page.goto(`${server.origin}/news`)
      await expect(titlesIn(page, 'Newest')).toHaveText([13, 12, 11, 10].map(name))
      await expect(titlesIn(page, 'Earlier posts')).toHaveText([9, 8, 7, 6, 5, 4].map(name))
      await expect(page.getByText('Published Feb 13, 2026 · 9:05 PM')).toBeVisible()
      await expect(page.getByText('Curves & grids […]').first()).toBeVisible()
      const link = page.getByRole('link', { name: /^Post 13 / })
      await expect(link).toHaveAttribute('href', 'https://blog.example/13')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      const picture = page.getByRole('article').first().locator('img')
      await expect(picture).toHaveAttribute('src', '/blog-images/wp-content/13.png')
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
      await expect(page.getByRole('article').nth(1).locator('img')).toHaveCount(0)

      const pager = page.getByRole('navigation', { name: 'Pages' })
      await expect(pager).toContainText('Page 1 of 2')
      await pager.getByRole('link', { name: 'Next' }).click()
      await expect(page).toHaveURL(`${server.origin}/news/2`)
      await expect(titlesIn(page, 'Earlier posts')).toHaveText([3, 2, 1].map(name))
      await expect(pager).toContainText('Page 2 of 2')
      await expect(pager.getByRole('link', { name: 'Next' })).toBeHidden()
      await page.goBack()
      await expect(titlesIn(page, 'Newest')).toHaveText([13, 12, 11, 10].map(name))
      // Otherwise it would still be prefetching.
      await page.close()
    } finally {
      await endInPeace(server).finally(memory.forget)
      wordpress.closeAllConnections()
      wordpress.close()
    }
  })
})
