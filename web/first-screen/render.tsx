import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Session } from '../../shared/api/auth.ts'
import type { Profile } from '../../shared/api/designers.ts'
import type { LogoList } from '../../shared/api/logos.ts'
import type { Sixteen } from '../../shared/api/sixteen.ts'
import type { RenderFirstScreen } from '../../shared/first-screen.ts'
import page from '../domain/page/Page.module.css'
import header from '../features/shell/Header.module.css'
import { sessionQuery } from '../lib/session/session.ts'
import { setSite } from '../lib/site.ts'
import { Wordmark } from '../ui/display/Wordmark.tsx'
import { SixteenScreen } from './SixteenScreen.tsx'
import { ExploreScreen, LogoScreen, ProfileScreen } from './screens.tsx'

/**
 * Runs on the server, in a build of its own. The markup is static: the page's code replaces it instead of hydrating it,
 * because it shows only a part of the page. Styles are moved to `data-style`, since the content security policy forbids
 * style attributes in the page's text; apply-styles.ts sets them before the first paint.
 */
export const render: RenderFirstScreen = (name, url, answers, words) => {
  setSite(words)
  // The server checks every answer against the contract: their order is that of the page's calls.
  const [session, ...data] = answers as [Session, ...unknown[]]
  const screen = screenOf(name, url, data)
  if (!screen) return
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={url.pathname + url.search}>
        {name === 'sixteen' ? (
          screen
        ) : (
          <>
            <header className={header.header}>
              <a className={header.home} href="/">
                <Wordmark />
              </a>
            </header>
            <main className={page.main}>{screen}</main>
          </>
        )}
      </StaticRouter>
    </QueryClientProvider>,
  )
  // Quotes in texts are escaped, so this matches attributes only.
  return markup.replaceAll(' style="', ' data-style="')
}

function screenOf(name: Parameters<RenderFirstScreen>[0], url: URL, data: unknown[]): ReactNode {
  switch (name) {
    case 'explore': {
      const [list] = data as [LogoList]
      return list.data.length > 0 && url.pathname === '/' && <ExploreScreen url={url} list={list} />
    }
    case 'logo': {
      const [logo] = (data as [LogoList])[0].data
      return logo && <LogoScreen logo={logo} />
    }
    case 'profile': {
      const [profile, list] = data as [Profile, LogoList?]
      return profile.logo_count > 0 && <ProfileScreen url={url} profile={profile} list={list} />
    }
    case 'sixteen': {
      const [answer] = data as [Sixteen]
      return answer.count > 0 && <SixteenScreen answer={answer} />
    }
  }
}
