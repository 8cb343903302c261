import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { check } from '../../../shared/api/auth.ts'
import { urlOf } from '../../../shared/endpoint.ts'
import type { FirstScreenPage, RenderFirstScreen } from '../../../shared/first-screen.ts'
import type { PageWords } from '../../../shared/site-words.ts'
import type { Cookies } from '../../http/cookies.ts'
import { httpErrorOf } from '../../http/errors.ts'
import { type Answer, authenticate } from '../../http/serve.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { pageWords } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { findFirstScreen } from './first-screen.ts'

/** Whether the page is a navigation by a person; link previews and prefetches are not. */
export function isOpened({ method, headers }: FastifyRequest) {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document' && !headers['sec-purpose']
}

type Answered = {
  code: string[]
  /** By the URL of the call. */
  answers: [string, string][]
  markup: string | undefined
  /** What the server renders of the page. */
  screen: FirstScreenPage | undefined
  /** A shared cache may store the page: every answer is there, and is the same for all visitors. */
  isShared: boolean
}

/** The answers to the first calls of the page. Calls that fail are left to the page, which shows the error. */
export async function answerFirstScreen(
  site: { services: Services; cookies: Cookies; answer: Answer; shell: { build: Build } },
  url: URL,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered | undefined> {
  const onError = (error: unknown) => {
    const httpError = httpErrorOf(error)
    if (!httpError) request.log.error({ err: error }, 'a page goes without its answers')
    else if (httpError.status >= 500) request.log.warn({ err: error }, 'a page goes without its answers')
    return undefined
  }
  try {
    await authenticate(site.services, site.cookies, request, reply)
    const { code, calls, screen } = findFirstScreen(url, request.session)
    const answers = await Promise.all(
      calls.map(async call => {
        const answered = await site.answer(call, request, reply).catch(onError)
        return answered && { call, url: urlOf(call.endpoint, call.input), ...answered }
      }),
    )
    const came = answers.filter(answer => answer !== undefined)
    const isWhole = came.length === calls.length
    const markup =
      isWhole && screen
        ? tryToRender(site.shell.build, screen, url, came, pageWords(site.services.now()), request)
        : undefined
    return {
      code,
      answers: came.map(({ url, json }) => [url, json]),
      markup,
      screen,
      // All visitors have the same session.
      isShared: isWhole && came.every(({ call, isShared }) => isShared || call.endpoint === check),
    }
  } catch (error) {
    return onError(error)
  }
}

/** The first screen's HTML; undefined after an error, which leaves the page empty until its code has run. */
function tryToRender(
  { render }: Build,
  screen: FirstScreenPage,
  url: URL,
  answers: { json: string }[],
  words: PageWords,
  { log }: FastifyRequest,
): string | undefined {
  try {
    return render(
      screen,
      url,
      answers.map(({ json }) => JSON.parse(json)),
      words,
    )
  } catch (error) {
    log.error({ err: error }, 'a page goes without its first screen')
  }
}

/** JSON for the text of a script element: no text in it can end the element or begin a comment. */
export const escapeJson = (json: string) =>
  json.replace(/[<\u2028\u2029]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Names of atlases, which compress badly, take a phone's connection from the first one: more characters of them are fetched with the code. */
const mostOfSixteen = 65_536

/** What React writes before its markup for a picture of high priority outside of `<picture>`: Sixteen's first atlas. */
const pictureTags = /<link rel="preload" as="image"[^>]*fetchPriority="high"[^>]*>/g

/** The preload of the font, whose 37 kB would share a phone's connection with Sixteen's first atlas. */
const fontTag = /<link rel="preload"[^>]*as="font"[^>]*>/

/** The page with its answers, its scripts, and the server-drawn first screen. */
export function withFirstScreen(
  page: string,
  { code, answers, markup, screen }: Answered,
  { codeTags }: Build,
): string {
  const isEmbedded = ([, json]: (typeof answers)[number]) =>
    !markup || screen !== 'sixteen' || json.length <= mostOfSixteen
  const embedded = answers.filter(isEmbedded).map(([url, json]) => `${JSON.stringify(url)}:${json}`)
  const fetched = answers
    .filter(answer => !isEmbedded(answer))
    .map(([url]) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}">`)
  const json = escapeJson(`{${embedded.join()}}`)
  // A browser opens six connections: after the page's styles the atlas would have to wait for one of them.
  const pictures = markup?.match(pictureTags)?.join('') ?? ''
  const whole = page
    .replace(screen === 'sixteen' ? fontTag : '', '')
    .replace('</head>', () => `${pictures}${codeTags(code)}</head>`)
    .replace('</body>', () => `<script type="application/json" id="answers">${json}</script></body>`)
  if (!markup) return whole
  // The code loads after the first paint.
  const early = /<link rel="modulepreload"[^>]*>/g
  return whole
    .replace(early, '')
    .replace(
      '<div id="root">',
      root =>
        `<template data-early>${[...(whole.match(early) ?? []), ...fetched].join('')}</template>${root}${markup.replace(pictureTags, '')}`,
    )
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** What the server reads from a build of web/: the tags of a page's code, and the renderer of first screens. */
export type Build = { codeTags: (sources: string[]) => string; render: RenderFirstScreen }

/** Reads the facts written beside the built files. */
export async function readBuild(webFolder: string): Promise<Build> {
  const fileOf = (name: string) => join(webFolder, '.vite', name)
  const { render }: { render: RenderFirstScreen } = await import(
    pathToFileURL(fileOf('first-screen.js')).href
  )
  return { codeTags: makeCodeTags(JSON.parse(await readFile(fileOf('manifest.json'), 'utf8'))), render }
}

/** By source files of web/: the tags that preload its code together with the first scripts, not after them. */
function makeCodeTags(manifest: Manifest) {
  const closure = (key: string, keys = new Set<string>()): Set<string> => {
    if (keys.has(key)) return keys
    keys.add(key)
    for (const next of manifest[key]!.imports ?? []) closure(next, keys)
    return keys
  }
  const entry = Object.keys(manifest).find(key => manifest[key]!.isEntry)
  const first = entry ? closure(entry) : new Set<string>()
  return (sources: string[]) => {
    const keys = new Set<string>()
    for (const source of sources) if (manifest[source]) closure(source, keys)
    const chunks = [...keys].filter(key => !first.has(key)).map(key => manifest[key]!)
    return [
      ...new Set(chunks.flatMap(({ css = [] }) => css))
        .values()
        .map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ].join('')
  }
}
