import type { Session } from '../../../shared/api/auth.ts'
import type { Profile } from '../../../shared/api/designers.ts'
import type { Logo, LogoList } from '../../../shared/api/logos.ts'
import { product } from '../../../shared/product.ts'
import { countryName, formatCount, formatNumber } from '../../../shared/rules/format.ts'
import { imageFormats, imageUrl, srcSet, stageSizes, tileSharpness } from '../../../shared/rules/image-url.ts'
import { escapeHtml } from '../../http/escape-html.ts'

// What a page shows before its code has run: the parts of its first screen that the answers already tell, at the very
// places where the components will put them. A test compares the two (tests/browser/first-screen.spec.ts).

/** By stylesheet of web/ and name: the class attribute, as the build has named it. */
export type Css = (sheet: string) => (name: string) => string

/** Draws a page's frame from the answers that come along with it, in the order of its calls. */
export type DrawFrame = (css: Css, url: URL, answers: unknown[]) => string | undefined

/** How many tiles have their pictures in a frame: what fills a phone, and is a row on a desk; its first row before all else. */
const pictured = { first: 2, all: 6 }
/** With the empty ones behind them, a screen. */
const tiles = 24

export const drawExplore: DrawFrame = (css, url, [, answer]) => {
  const { data, count } = answer as LogoList
  if (!data.length || url.pathname !== '/') return
  const explore = css('pages/ExplorePage')
  const tab = css('features/logos/ExploreTabs')('tab')
  const sizer = css('features/logos/TileSizer')
  return page(
    css,
    `<div ${css('features/news/AnnouncementLine')('place')}></div>
    <header ${explore('head')}>
      <nav ${css('features/logos/ExploreTabs')('tabs')} aria-label="Explore">
        <h1 ${tab} aria-current="page">Fresh</h1><a ${tab} href="/following">Following</a><a ${tab} href="/news">News</a>
      </nav>
      <p ${explore('count')}>${formatCount(count, 'logo')}</p>
      <div ${sizer('sizer')}><span>Tile size</span><span ${sizer('slider')}></span></div>
    </header>
    ${wall(css, url, data, 'company')}`,
  )
}

export const drawLogo: DrawFrame = (css, _url, [, answer]) => {
  const [logo] = (answer as LogoList).data
  if (!logo) return
  const view = css('features/logos/LogoView')
  return page(
    css,
    `<div ${css('pages/LogoPage')('logo')}>
      <div ${view('view')} data-page="true">
        <div ${view('stage')}${ground(logo)}>
          <div ${view('art')}>
            <picture>${picture(logo, { sizes: stageSizes, side: 900, className: view('image'), isFirst: true })}</picture>
          </div>
        </div>
        <div ${view('facts')}><h1 ${view('title')}>${escapeHtml(logo.logo)}</h1></div>
      </div>
    </div>`,
  )
}

/** A visitor's wall are the chosen logos; to members these are a strip above the wall of all of them. */
export const drawProfile: DrawFrame = (css, url, [session, answer, all]) => {
  const profile = answer as Profile
  if (!profile.logo_count) return
  const list = all as LogoList | undefined
  const row = css('ui/TabRow')
  const count = list ? `<span ${css('pages/profile/ProfileTop')('count')}>${list.count}</span>` : ''
  return page(
    css,
    `${profileHeader(css, profile, session as Session)}
    ${list && profile.profile_logos.length ? strip(css, profile.profile_logos) : ''}
    <div ${css('pages/profile/ProfileTop')('tabs')}>
      <nav ${row('row')} aria-label="Profile"><span ${row('tab')} aria-current="page">Logos${count}</span></nav>
    </div>
    ${wall(css, url, list ? list.data : profile.profile_logos, 'title')}`,
  )
}

function profileHeader(css: Css, profile: Profile, session: Session) {
  const head = css('features/designers/ProfileHeader')
  const counts = [
    [profile.logo_count === 1 ? 'logo' : 'logos', profile.logo_count],
    [profile.award_count === 1 ? 'award' : 'awards', profile.award_count],
    [profile.follower_count === 1 ? 'follower' : 'followers', profile.follower_count],
    ['following', profile.following_count],
  ] as const
  const counted = counts.map(
    ([name, value]) => `<div ${head('count')}><dt>${name}</dt><dd>${formatNumber(value)}</dd></div>`,
  )
  const button = css('ui/Button')('button')
  const link = (kind: string, href: string, text: string) =>
    `<a ${button} data-kind="${kind}" href="${href}">${text}</a>`
  const follow = profile.is_followed
    ? `<span ${button} data-kind="secondary" data-later>Unfollow</span>`
    : `<span ${button} data-kind="primary" data-later>Follow</span>`
  const action =
    session.designerId === profile.designer_id
      ? link('secondary', '/account/edit-profile', 'Edit Profile')
      : `<span ${css('features/designers/FollowButton')('follow')}>${
          session.isAuthenticated ? follow : link('primary', '/join', 'Follow')
        }</span>`
  const place = [profile.city, profile.state, countryName(profile.country)].filter(Boolean).join(', ')
  const address = /^https?:\/\//i.test(profile.url) ? profile.url : `http://${profile.url}`
  const site = profile.url
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
  const avatar = profile.avatar_url
    ? `<img src="${escapeHtml(profile.avatar_url)}" alt="" width="72" height="72"/>`
    : '<svg width="72" height="72" aria-hidden="true"></svg>'
  return `<header ${head('head')}>
      <span ${css('ui/Avatar')('avatar')}>${avatar}</span>
      <div>
        <h1 ${head('company')}>${escapeHtml(profile.company)}</h1>
        <p ${head('line')}>${place && `<span>${escapeHtml(place)}</span>`}${site && `<a href="${escapeHtml(address)}" rel="noopener nofollow" target="_blank">${escapeHtml(site)}</a>`}</p>
      </div>
      <div ${head('facts')}><dl ${head('counts')}>${counted.join('')}</dl>${action}</div>
    </header>`
}

function strip(css: Css, logos: Logo[]) {
  const name = css('features/logos/LogoStrip')
  const items = logos.map(
    logo =>
      `<li><span ${name('art')}>${framed(css, logo, { sizes: stripSizes, alt: logo.logo })}</span></li>`,
  )
  return `<ul ${name('strip')}>${items.join('')}</ul>`
}

function page(css: Css, main: string) {
  return `<header ${css('features/shell/Header')('header')}>
    <a ${css('features/shell/Header')('home')} href="/">
      <span ${css('ui/Wordmark')('wordmark')} role="img" aria-label="${product.name}">
        <svg ${css('ui/Wordmark')('mark')} viewBox="0 -152 882 192" aria-hidden="true"><circle cx="360.9" cy="-54" r="44.2" stroke-width="15.6"/><path d="M302.9-54h116M360.9-148V40" stroke-width="9.2"/></svg>
      </span>
    </a>
  </header>
  <main ${css('ui/Page')('main')}>${main}</main>`.replace(/\n\s*/g, '')
}

function wall(css: Css, url: URL, logos: Logo[], caption: 'company' | 'title') {
  const grid = css('features/logos/LogoGrid')
  const tile = css('features/logos/LogoTile')
  const name = (logo: Logo) =>
    caption === 'company' && logo.slug
      ? `<a ${tile('name')} href="/designers/${encodeURIComponent(logo.slug)}?tab=logos">${escapeHtml(logo.company)}</a>`
      : `<span ${tile('name')}>${escapeHtml(caption === 'company' ? logo.company : logo.logo)}</span>`
  const hrefOf = (logo: Logo) => {
    const { searchParams } = new URL(url)
    searchParams.set('logo_id', String(logo.logo_id))
    return escapeHtml(`?${searchParams}`)
  }
  const drawn = logos.slice(0, tiles).map((logo, i) => {
    const art =
      i < pictured.all
        ? `<div ${tile('frame')}><a ${tile('art')} href="${hrefOf(logo)}">${framed(css, logo, {
            sizes: wallSizes,
            isFirst: i < pictured.first,
          })}</a></div>`
        : `<div ${tile('blank')}${ground(logo)}></div>`
    return `<li ${tile('tile')}>${art}<div ${tile('caption')}>${name(logo)}</div></li>`
  })
  return `<div ${grid('wall')}><ul ${grid('band')}>${drawn.join('')}</ul></div>`
}

type Look = {
  sizes: string
  alt?: string
  side?: number
  className?: string
  /** Before anything else that can wait. */
  isFirst?: boolean
}

const framed = (css: Css, logo: Logo, look: Look) =>
  `<picture ${css('features/logos/LogoPicture')('picture')}${ground(logo)}>${picture(logo, look)}</picture>`

function picture(logo: Logo, { sizes, alt, side = 320, className = '', isFirst }: Look) {
  const sources = imageFormats
    .slice(0, -1)
    .map(format => `<source type="image/${format}" srcset="${srcSet(logo.image, format)}" sizes="${sizes}"/>`)
  return `${sources.join('')}<img ${className} src="${imageUrl(logo.image, 320, 'webp')}" srcset="${srcSet(
    logo.image,
    'webp',
  )}" sizes="${sizes}" alt="${escapeHtml(alt ?? `${logo.logo} by ${logo.company}`)}" width="${side}" height="${side}"${
    isFirst ? ' fetchpriority="high"' : ''
  } decoding="${isFirst ? 'sync' : 'async'}" draggable="false"/>`
}

/** No style may stand in a page's text; a script of the page sets it before anything is painted. */
const ground = ({ ground }: Logo) => (ground ? ` data-ground="${escapeHtml(ground)}"` : '')

/** The tracks of the wall as LogoGrid.module.css lays them for tiles of the standard size: two to ten in a row. */
const wallSizes = [2, 3, 4, 5, 6, 7, 8, 9, 10]
  .map(columns => {
    const gap = columns === 2 ? 8 : 12
    const next = (columns + 1) * 200 + columns * 12
    const width = `calc((100vw - 2 * clamp(16px, 1.7vw, 36px) - ${(columns - 1) * gap}px) / ${columns} * ${tileSharpness} + 1px)`
    return columns < 10 ? `(width < ${Math.ceil(Math.max(next + 32, next / 0.966))}px) ${width}` : width
  })
  .join(', ')

const stripSizes = '(width < 800px) 96px, 10vw'
