import type { Profile } from '../../shared/api/designers.ts'
import type { Logo, LogoList } from '../../shared/api/logos.ts'
import { formatCount } from '../../shared/rules/format.ts'
import { tileSharpness } from '../../shared/rules/image-url.ts'
import { hasStrip } from '../../shared/rules/profile-strip.ts'
import { ExploreTabs } from '../features/logos/ExploreTabs.tsx'
import grid from '../features/logos/LogoGrid.module.css'
import { LogoPicture } from '../features/logos/LogoPicture.tsx'
import { LogoStrip } from '../features/logos/LogoStrip.tsx'
import tile from '../features/logos/LogoTile.module.css'
import { TileCaption } from '../features/logos/LogoTile.tsx'
import view from '../features/logos/LogoView.module.css'
import { Stage } from '../features/logos/LogoView.tsx'
import { openLogoSearch } from '../features/logos/open-logo.ts'
import sizer from '../features/logos/TileSizer.module.css'
import announcement from '../features/news/AnnouncementLine.module.css'
import { site } from '../lib/site.ts'
import explore from '../pages/ExplorePage.module.css'
import logoPage from '../pages/LogoPage.module.css'
import { ProfileTop } from '../pages/profile/ProfileTop.tsx'

// The parts of each page that are known from its first answers and work without its code.

/** Tiles with pictures: a phone's screen, and a row on a desktop. The `first` ones are fetched before everything else. */
const pictures = { first: 2, all: 6 }
/** Tiles in all: the others fill the screen. */
const tiles = 24

/** The tile size control is not rendered: it needs the code. Its box keeps the place. */
export const ExploreScreen = ({ url, list }: { url: URL; list: LogoList }) => (
  <>
    {site().ribbon && <div className={announcement.place} />}
    <header className={explore.head}>
      <ExploreTabs current="fresh" />
      <p className={explore.count}>{formatCount(list.count, 'logo')}</p>
      <div className={sizer.sizer}>
        <span>Tile size</span>
        <span className={sizer.slider} />
      </div>
    </header>
    <Wall url={url} logos={list.data} caption="company" />
  </>
)

export const LogoScreen = ({ logo }: { logo: Logo }) => (
  <div className={logoPage.logo}>
    <div className={view.view} data-page>
      <Stage logo={logo} isPage image={{ fetchPriority: 'high', decoding: 'sync' }} />
      <div className={view.facts}>
        <h1 className={view.title}>{logo.logo}</h1>
      </div>
    </div>
  </div>
)

/** A visitor's wall are the chosen logos; members have a strip of these above the wall of all of them. */
export const ProfileScreen = ({ url, profile, list }: { url: URL; profile: Profile; list?: LogoList }) => (
  <>
    <ProfileTop profile={profile} tab="logos" count={list?.count}>
      {list && hasStrip(profile.profile_logos, list.data, list.count) && (
        <LogoStrip logos={profile.profile_logos} label={`Chosen by ${profile.company}`} />
      )}
    </ProfileTop>
    <Wall url={url} logos={list ? list.data : profile.profile_logos} caption="title" />
  </>
)

function Wall({ url, logos, caption }: { url: URL; logos: Logo[]; caption: 'company' | 'title' }) {
  const address = openLogoSearch(url.search)
  return (
    <div className={grid.wall}>
      <ul className={grid.group}>
        {logos.slice(0, tiles).map((logo, i) => (
          <li key={logo.logo_id} className={tile.tile}>
            {i < pictures.all ? (
              <a className={`framed ${tile.art}`} href={address + logo.logo_id}>
                <LogoPicture
                  logo={logo}
                  alt={`${logo.logo} by ${logo.company}`}
                  sizes={wallSizes}
                  isEager
                  image={i < pictures.first ? { decoding: 'sync' } : { fetchPriority: undefined }}
                />
              </a>
            ) : (
              <div className={tile.blank} style={{ backgroundColor: logo.ground ?? undefined }} />
            )}
            <TileCaption logo={logo} caption={caption} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The wall's columns as LogoGrid.module.css lays them out for tiles of the standard size, two to ten in a row, as a
 * `sizes` attribute: the code measures them instead.
 */
const wallSizes = [2, 3, 4, 5, 6, 7, 8, 9, 10]
  .map(columns => {
    const gap = columns === 2 ? 8 : 12
    const next = (columns + 1) * 200 + columns * 12
    const width = `calc((100vw - 2 * clamp(16px, 1.7vw, 36px) - ${(columns - 1) * gap}px) / ${columns} * ${tileSharpness} + 1px)`
    return columns < 10 ? `(width < ${Math.ceil(Math.max(next + 32, next / 0.966))}px) ${width}` : width
  })
  .join(', ')
