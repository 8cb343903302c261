import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logo } from '../../shared/api/logos.ts'
import { urlOf } from '../../shared/endpoint.ts'
import { imageFormats, srcSet } from '../../shared/rules/image-url.ts'
import { type FirstScreen, findFirstScreen } from '../features/pages/first-screen.ts'
import type { Services } from '../services.ts'
import { httpErrorOf } from './errors.ts'
import { type Answer, recognise } from './serve.ts'
import type { Cookies } from './session.ts'

/** Whether somebody looks at the page: what fetches it for a preview or ahead of time counts as no reader. */
export function isOpened({ method, headers }: FastifyRequest) {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document' && !headers['sec-purpose']
}

type Answered = FirstScreen & { answers: { url: string; json: string }[] }

/** What the first screen will ask, answered. What cannot be answered is left for the page to ask, and to tell of. */
export async function answerFirstScreen(
  { services, cookies, answer }: { services: Services; cookies: Cookies; answer: Answer },
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
    await recognise(services, cookies, request, reply)
    const first = findFirstScreen(url, request.session)
    const answers = await Promise.all(
      first.calls.map(async call => {
        const json = await answer(call, request, reply).catch(onError)
        return json === undefined ? [] : [{ url: urlOf(call.endpoint, call.input), json }]
      }),
    )
    return { ...first, answers: answers.flat() }
  } catch (error) {
    return onError(error)
  }
}

/** How many pictures are fetched ahead: a row. More would hold up the code that shows them. */
const firstRow = { narrow: 2, wide: 6 }

/** The page with its answers, its code and the first pictures of its last answer. */
export function withFirstScreen(
  page: string,
  { code, sizes, answers }: Answered,
  codeTags: (source: string) => string,
): string {
  const { data, profile_logos } = (sizes ? JSON.parse(answers.at(-1)?.json ?? '{}') : {}) as {
    data?: Logo[]
    profile_logos?: Logo[]
  }
  const [format] = imageFormats
  const pictures = (data ?? profile_logos ?? []).slice(0, firstRow.wide).map(({ image }, i) => {
    const media = i < firstRow.narrow ? '' : ' media="(width >= 656px)"'
    return `<link rel="preload" as="image" type="image/${format}" imagesrcset="${srcSet(image, format)}" imagesizes="${sizes}"${media} fetchpriority="high">`
  })
  // No text in it can end the element, or begin a comment.
  const json = `{${answers.map(({ url, json }) => `${JSON.stringify(url)}:${json}`).join()}}`.replace(
    /[<\u2028\u2029]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return page
    .replace('</head>', () => `${code ? codeTags(code) : ''}${pictures.join('')}</head>`)
    .replace('</body>', () => `<script type="application/json" id="answers">${json}</script></body>`)
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** By source file of web/: the tags that fetch its code while the first bytes are on their way, and not when these have run. */
export async function readCodeTags(webFolder: string) {
  const manifest = JSON.parse(await readFile(join(webFolder, '.vite/manifest.json'), 'utf8')) as Manifest
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
