import * as auth from '../../../shared/api/auth.ts'
import * as designers from '../../../shared/api/designers.ts'
import * as logos from '../../../shared/api/logos.ts'
import * as site from '../../../shared/api/site.ts'
import * as sixteen from '../../../shared/api/sixteen.ts'
import * as trends from '../../../shared/api/trends.ts'
import type { FirstScreenPage } from '../../../shared/first-screen.ts'
import type { FirstCall } from '../../http/serve.ts'
import type { SessionRow } from '../../http/session.ts'

/** What a page will request as soon as it runs, known before it asks. */
export type FirstScreen = {
  /** The page's files in web/ that are not part of the first scripts. */
  code: string[]
  /** The calls, with exactly the URLs that the page will use. */
  calls: FirstCall[]
  /** What the server renders of it. */
  screen?: FirstScreenPage
}

/** The first screen of the page at a path for this viewer; undefined is a visitor. */
export function findFirstScreen(url: URL, session: SessionRow | undefined): FirstScreen {
  const { code, calls, screen } = findPage(url, session)
  // A lapsed member is redirected to checkout.
  const isShown = !session || session.isActive
  return {
    code: screen === 'explore' ? [] : ['routes.tsx', ...(code ? [code] : [])],
    calls: [{ endpoint: auth.check, input: {} }, ...calls],
    screen: isShown ? screen : undefined,
  }
}

/** `code`: the file of a page that is opened often. */
type Page = Omit<FirstScreen, 'code'> & { code?: string }

function findPage({ pathname, searchParams }: URL, session: SessionRow | undefined): Page {
  const [kind = '', name = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent)
  // A page such as an award, whose path begins like a profile's.
  if (rest.some(Boolean)) return { calls: [] }
  const tab = searchParams.get('tab') ?? 'logos'
  switch (kind) {
    case '':
    case 'fresh':
      return { calls: [{ endpoint: logos.fresh, input: { page: name || 1 } }], screen: 'explore' }
    case 'logo':
      return {
        code: 'pages/LogoPage.tsx',
        calls: [{ endpoint: logos.find, input: { logo_id: name } }],
        screen: 'logo',
      }
    case 'designers':
      return { code: 'pages/ProfilePage.tsx', ...findProfilePage(name || session?.slug, tab, session) }
    case 'search':
      return { code: 'pages/SearchPage.tsx', calls: [] }
    case 'about':
      return { code: 'pages/AboutPage.tsx', calls: textsOf('about') }
    case 'faq':
      return { code: 'pages/FaqPage.tsx', calls: textsOf('faq') }
    case 'terms':
      return { code: 'pages/TermsPage.tsx', calls: textsOf('terms,privacy') }
    case 'compete':
      return { code: 'pages/CompetePage.tsx', calls: textsOf('compete') }
    case 'sixteen': {
      const code = 'pages/SixteenPage.tsx'
      // Other orders and filters are asked for by the page.
      if (searchParams.size) return { code, calls: [] }
      return { code, calls: [{ endpoint: sixteen.find, input: { sort: 'ground' } }], screen: 'sixteen' }
    }
    case 'trends':
      return {
        code: 'pages/TrendsPage.tsx',
        calls: [{ endpoint: trends.find, input: name ? { quarter: name } : {} }],
      }
    case 'join':
      return { code: 'pages/JoinPage.tsx', calls: [] }
    default:
      return { calls: [] }
  }
}

const textsOf = (names: string) => [{ endpoint: site.words, input: { names } }]

/** A visitor's wall shows the chosen logos, a member's all of them. */
function findProfilePage(folder_url: string | undefined, tab: string, session: SessionRow | undefined): Page {
  if (folder_url === undefined) return { calls: [] }
  const profile = { endpoint: designers.findProfile, input: { folder_url } }
  if (tab !== 'logos') return { calls: [profile] }
  if (!session?.isActive) return { calls: [profile], screen: 'profile' }
  return {
    calls: [profile, { endpoint: logos.find, input: { folder_url, page: 1 } }],
    screen: 'profile',
  }
}
