import type { Item } from 'feed'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { FeedLogo } from './queries.ts'

/** The largest number of entries in a feed. */
export const feedEntries = 50

/** Where the feed is: the site's address, and the kind and id of the list, which tell its entries from other feeds'. */
export type FeedPlace = { publicUrl: string; list: string }

/**
 * One entry per designer and hour (UTC), newest first. An entry keeps its id while the designer uploads more within the
 * hour (RFC 4151, RFC 4287); `updated` is then the newest upload in it.
 */
export function entriesOf(logos: FeedLogo[], { publicUrl, list }: FeedPlace): Item[] {
  const groups = Map.groupBy(
    logos,
    ({ designer_id, at }) => `${designer_id}/${at.toISOString().slice(0, 13)}`,
  )
  const host = new URL(publicUrl).host
  return [...groups].slice(0, feedEntries).map(([key, group]) => {
    const [first] = group as [FeedLogo]
    const author = {
      name: first.company,
      ...(first.slug && { link: `${publicUrl}/designers/${first.slug}` }),
    }
    return {
      id: `tag:${host},2026:${list}/${key}`,
      title: titleOf(group),
      link: group.length === 1 || !first.slug ? `${publicUrl}/logo/${first.logo_id}` : author.link!,
      date: first.at,
      published: group.at(-1)!.at,
      author: [author],
      image: publicUrl + first.picture,
      content: group.map(logo => showLogo(logo, publicUrl)).join(''),
    }
  })
}

function titleOf(group: FeedLogo[]) {
  const [first, second] = group as [FeedLogo, FeedLogo?]
  if (!second) return `${first.title} by ${first.company}`
  const more = group.length - 2
  const titles = more
    ? `${first.title}, ${second.title} and ${more} more`
    : `${first.title} and ${second.title}`
  return `${titles} by ${first.company}`
}

function showLogo({ logo_id, title, client, picture, side }: FeedLogo, publicUrl: string) {
  const size = Math.min(side, 320)
  const name = escapeHtml(title)
  const image = `<img src="${publicUrl}${picture}" alt="${name}" width="${size}" height="${size}">`
  const client_ = client && ` for ${escapeHtml(client)}`
  return `<p><a href="${publicUrl}/logo/${logo_id}">${image}</a><br>${name}${client_}</p>`
}
