import * as auth from '../../../shared/api/auth.ts'
import * as designers from '../../../shared/api/designers.ts'
import * as logos from '../../../shared/api/logos.ts'
import type { FirstCall } from '../../http/serve.ts'
import type { SessionRow } from '../../http/session.ts'
import { type DrawFrame, drawExplore, drawLogo, drawProfile } from './frame.ts'

/** What a browser will want as soon as it has a page: known here before it has asked. */
export type FirstScreen = {
  /** The file of web/ that draws the page; without one it is in the first bytes. */
  code?: string
  /** Exactly as the page will ask them. */
  calls: FirstCall[]
  /** What is shown before that code has run. */
  draw?: DrawFrame
}

/** The first screen of the page at an address, for whoever opens it; undefined is a visitor. */
export function findFirstScreen(url: URL, session: SessionRow | undefined): FirstScreen {
  const { code, calls, draw } = findPage(url, session)
  // Whose membership has ended is led to checkout.
  const isShown = !session || session.isActive
  return { code, calls: [{ endpoint: auth.check, input: {} }, ...calls], draw: isShown ? draw : undefined }
}

function findPage({ pathname, searchParams }: URL, session: SessionRow | undefined): FirstScreen {
  const [kind = '', name = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent)
  // Such as an award, which has the address of a profile before its own.
  if (rest.some(Boolean)) return { calls: [] }
  const tab = searchParams.get('tab') ?? 'logos'
  switch (kind) {
    case '':
    case 'fresh':
      return { calls: [{ endpoint: logos.fresh, input: { page: name || 1 } }], draw: drawExplore }
    case 'logo':
      return {
        code: 'pages/LogoPage.tsx',
        calls: [{ endpoint: logos.find, input: { logo_id: name } }],
        draw: drawLogo,
      }
    case 'designers':
      return { code: 'pages/ProfilePage.tsx', ...findProfilePage(name || session?.slug, tab, session) }
    case 'search':
      return { code: 'pages/SearchPage.tsx', calls: [] }
    case 'join':
      return { code: 'pages/JoinPage.tsx', calls: [] }
    default:
      return { calls: [] }
  }
}

/** A visitor's wall are the chosen logos, a member's all of them. */
function findProfilePage(folder_url: string | undefined, tab: string, session: SessionRow | undefined) {
  if (folder_url === undefined) return { calls: [] }
  const profile = { endpoint: designers.findProfile, input: { folder_url } }
  if (tab !== 'logos') return { calls: [profile] }
  if (!session?.isActive) return { calls: [profile], draw: drawProfile }
  return {
    calls: [profile, { endpoint: logos.find, input: { folder_url, page: 1 } }],
    draw: drawProfile,
  }
}
