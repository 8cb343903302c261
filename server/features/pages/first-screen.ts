import * as auth from '../../../shared/api/auth.ts'
import * as designers from '../../../shared/api/designers.ts'
import * as logos from '../../../shared/api/logos.ts'
import { stageSizes, tileSharpness } from '../../../shared/rules/image-url.ts'
import type { FirstCall } from '../../http/serve.ts'
import type { SessionRow } from '../../http/session.ts'

/** What a browser will want as soon as it has a page: known here before it has asked. */
export type FirstScreen = {
  /** The file of web/ that draws the page; without one it is in the first bytes. */
  code?: string
  /** Exactly as the page will ask them. */
  calls: FirstCall[]
  /** How wide the logos of the last answer stand, in the words of `sizes`. */
  sizes?: string
}

/** The first screen of the page at an address, for whoever opens it; undefined is a visitor. */
export function findFirstScreen(url: URL, session: SessionRow | undefined): FirstScreen {
  const { code, calls, sizes } = findPage(url, session)
  return { code, calls: [{ endpoint: auth.check, input: {} }, ...calls], sizes }
}

function findPage({ pathname, searchParams }: URL, session: SessionRow | undefined): FirstScreen {
  const [kind = '', name = ''] = pathname.slice(1).split('/').map(decodeURIComponent)
  const tab = searchParams.get('tab') ?? 'logos'
  switch (kind) {
    case '':
    case 'fresh':
      return { calls: [{ endpoint: logos.fresh, input: { page: name || 1 } }], sizes: wallSizes }
    case 'logo':
      return {
        code: 'pages/LogoPage.tsx',
        calls: [{ endpoint: logos.find, input: { logo_id: name } }],
        sizes: stageSizes,
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

/** A visitor's wall are the chosen logos; to members these are a strip above the wall of all of them. */
function findProfilePage(folder_url: string | undefined, tab: string, session: SessionRow | undefined) {
  if (folder_url === undefined) return { calls: [] }
  const profile = { endpoint: designers.findProfile, input: { folder_url } }
  if (tab !== 'logos') return { calls: [profile] }
  if (!session?.isActive) return { calls: [profile], sizes: wallSizes }
  return { calls: [profile, { endpoint: logos.find, input: { folder_url, page: 1 } }], sizes: wallSizes }
}

/** The tracks of the wall as LogoGrid.module.css lays them for tiles of the standard size: two to ten in a row. */
const wallSizes = [2, 3, 4, 5, 6, 7, 8, 9, 10]
  .map(columns => {
    const gap = columns === 2 ? 8 : 12
    const next = (columns + 1) * 200 + columns * 12
    const width = `calc((100vw - 2 * clamp(16px, 1.7vw, 36px) - ${(columns - 1) * gap}px) / ${columns} * ${tileSharpness})`
    return columns < 10 ? `(width < ${Math.ceil(Math.max(next + 32, next / 0.966))}px) ${width}` : width
  })
  .join(', ')
