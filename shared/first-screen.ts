import type { PageWords } from './site-words.ts'

/** The pages whose first screen the server renders. */
export type FirstScreenPage = 'explore' | 'logo' | 'profile' | 'sixteen'

/**
 * Renders what a page shows before its code has run, from the answers of its first calls in their order and the site's words. Undefined when
 * there is nothing to show. Built from web/first-screen/render.tsx, and called by the server.
 */
export type RenderFirstScreen = (
  page: FirstScreenPage,
  url: URL,
  answers: unknown[],
  site: PageWords,
) => string | undefined
