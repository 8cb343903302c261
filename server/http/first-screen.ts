import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { urlOf } from '../../shared/endpoint.ts'
import { findFirstScreen } from '../features/pages/first-screen.ts'
import type { Css, DrawFrame } from '../features/pages/frame.ts'
import type { Services } from '../services.ts'
import { httpErrorOf } from './errors.ts'
import { type Answer, recognise } from './serve.ts'
import type { Cookies } from './session.ts'

/** Whether somebody looks at the page: what fetches it for a preview or ahead of time counts as no reader. */
export function isOpened({ method, headers }: FastifyRequest) {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document' && !headers['sec-purpose']
}

type Answered = {
  code: string | undefined
  /** By the address of the call. */
  answers: [string, string][]
  frame: string | undefined
}

/** What the first screen will ask, answered. What cannot be answered is left for the page to ask, and to tell of. */
export async function answerFirstScreen(
  site: { services: Services; cookies: Cookies; answer: Answer; shell: { build: Build } },
  url: URL,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered | undefined> {
  const onError = (error: unknown) => {
    const known = httpErrorOf(error)
    if (!known) request.log.error({ err: error }, 'a page goes without its answers')
    else if (known.status >= 500) request.log.warn({ err: error }, 'a page goes without its answers')
    return undefined
  }
  try {
    await recognise(site.services, site.cookies, request, reply)
    const { code, calls, draw } = findFirstScreen(url, request.session)
    const answers = await Promise.all(
      calls.map(async call => {
        const json = await site.answer(call, request, reply).catch(onError)
        return json === undefined ? undefined : ([urlOf(call.endpoint, call.input), json] as [string, string])
      }),
    )
    const came = answers.filter(answer => answer !== undefined)
    const isWhole = came.length === calls.length
    const frame = isWhole && draw ? tryToDraw(draw, site.shell.build.css, url, came, request) : undefined
    return { code, answers: came, frame }
  } catch (error) {
    return onError(error)
  }
}

/** Without it the page stays empty a moment longer. */
function tryToDraw(
  draw: DrawFrame,
  css: Css,
  url: URL,
  answers: Answered['answers'],
  { log }: FastifyRequest,
): string | undefined {
  try {
    const values = answers.map(([, json]) => JSON.parse(json))
    return draw(css, url, values)
  } catch (error) {
    log.error({ err: error }, 'a page goes without its frame')
  }
}

/** The page with its answers, its code, and what is shown before that has run. */
export function withFirstScreen(
  page: string,
  { code, answers, frame }: Answered,
  { codeTags }: Build,
): string {
  // No text in it can end the element, or begin a comment.
  const json = `{${answers.map(([url, json]) => `${JSON.stringify(url)}:${json}`).join()}}`.replace(
    /[<\u2028\u2029]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const whole = page
    .replace('</head>', () => `${code ? codeTags(code) : ''}</head>`)
    .replace('</body>', () => `<script type="application/json" id="answers">${json}</script></body>`)
  if (!frame) return whole
  // What is seen comes first: the code is asked for when that has been painted.
  const early = /<link rel="modulepreload"[^>]*>/g
  return whole
    .replace(early, '')
    .replace(
      '<div id="root">',
      root => `<template id="code">${whole.match(early)?.join('') ?? ''}</template>${root}${frame}`,
    )
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** What the server has to know of a build of web/. */
export type Build = { codeTags: (source: string) => string; css: Css }

/** Reads it beside the built files. */
export async function readBuild(webFolder: string): Promise<Build> {
  const read = async (name: string) => JSON.parse(await readFile(join(webFolder, '.vite', name), 'utf8'))
  const classes: Record<string, Record<string, string>> = await read('classes.json')
  return {
    codeTags: makeCodeTags(await read('manifest.json')),
    css: sheet => name => {
      const built = classes[sheet]?.[name]
      if (!built) throw new Error(`There is no class ${name} in ${sheet}`)
      return `class="${built}"`
    },
  }
}

/** By source file of web/: the tags that fetch its code while the first bytes are on their way, and not when these have run. */
function makeCodeTags(manifest: Manifest) {
  const closure = (key: string, keys = new Set<string>()): Set<string> => {
    if (keys.has(key)) return keys
    keys.add(key)
    for (const next of manifest[key]!.imports ?? []) closure(next, keys)
    return keys
  }
  const entry = Object.keys(manifest).find(key => manifest[key]!.isEntry)
  const first = entry ? closure(entry) : new Set<string>()
  return (source: string) => {
    if (!manifest[source]) return ''
    const chunks = [...closure(source)].filter(key => !first.has(key)).map(key => manifest[key]!)
    return [
      ...new Set(chunks.flatMap(({ css = [] }) => css))
        .values()
        .map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ].join('')
  }
}
