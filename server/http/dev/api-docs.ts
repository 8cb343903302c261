import { escapeHtml } from '../../lib/escape-html.ts'
import { apiGuide } from './api-guide.ts'
import { endpoints, type OpenApi } from './openapi.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  maxLength?: number
  default?: unknown
}
type Operation = {
  summary: string
  parameters: { name: string; in: string; schema: Schema; required: boolean }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
}

export const apiDocsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#151515, #f2f2f2); --ink-2: light-dark(#5a5a5a, #a6a6a6);
  --line: light-dark(#dadada, #333); --canvas: light-dark(#f1f1f1, #1a1a1a); --surface: light-dark(#fff, #232323); }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0 auto; max-width: 1120px; padding: 36px 20px 64px; background: var(--canvas); color: var(--ink);
  font: 15px/1.5 'Schibsted Grotesk Variable', system-ui, sans-serif; }
h1 { font-size: 32px; line-height: 1.1; letter-spacing: -0.025em; font-weight: 500; margin: 0 0 12px; }
h2 { font-size: 18px; font-weight: 600; margin: 36px 0 8px; padding-top: 24px; border-top: 1px solid var(--line); }
p { margin: 4px 0; max-width: 68ch; color: var(--ink-2); }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: 12px 16px; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
pre code { overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; font-size: 13px; }
caption { text-align: left; color: var(--ink-2); padding: 8px 0 2px; }
td, th { text-align: left; font-weight: 400; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: anywhere; }
th { width: 32%; }
a { color: inherit; }
nav { margin: 24px 0 0; font-size: 13px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 0 0 12px; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 4px 0; color: var(--ink-2); text-decoration: none; }
nav a:hover { color: var(--ink); text-decoration: underline; }
details { border-top: 1px solid var(--line); }
h2 + details { border-top: 0; }
summary { display: block; padding: 8px 0 8px 20px; cursor: pointer; position: relative; }
summary::before { content: '+'; position: absolute; left: 0; color: var(--ink-2); font: 15px/24px ui-monospace, monospace; }
details[open] > summary::before { content: '−'; }
summary::-webkit-details-marker { display: none; }
summary span { display: block; max-width: 68ch; color: var(--ink-2); font-size: 13px; }
details > div { padding: 0 0 16px 20px; scroll-margin-top: 88px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: 2px; }
@media (min-width: 900px) {
  body { display: grid; grid-template-columns: 176px minmax(0, 1fr); gap: 0 48px; padding: 48px 32px 96px; }
  header, main { grid-column: 2; }
  nav { position: sticky; top: 0; grid-area: 1 / 1 / 3; align-self: start; max-height: 100vh; margin: 0; padding: 8px 0 24px; overflow-y: auto; }
  nav ul { display: block; }
  nav a { display: block; padding: 2px 0; }
}
`

const guideParts = [
  ['tokens', 'API tokens'],
  ['cors', 'Pages of other sites'],
  ['webhooks', 'Webhooks'],
] as const

/** A page that people can read, made from the OpenAPI document: each call opens on a press, or by its address. */
export function apiDocs(document: OpenApi, publicUrl: string): string {
  const sections = Map.groupBy(endpoints, ({ group }) => group)
  const contents = [
    guideParts,
    [...sections.keys()].map(group => [`calls-${group}`, titleOf(group)] as const),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(document.info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs.css"></head>
<body><header><h1>${escapeHtml(document.info.title)}</h1>
<p>${escapeHtml(String(document.info.description))}
The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>An answer other than 2xx is <code>{ error, code?, errors? }</code>: a sentence, sometimes a word for programs,
and a sentence for each field that is wrong.</p></header>
<nav aria-label="Contents">${contents.map(listLinks).join('')}</nav>
<main>${apiGuide(publicUrl)}
${[...sections]
  .map(
    ([group, calls]) =>
      `<section><h2 id="calls-${group}">${titleOf(group)}</h2>${calls.map(each => describeCall(each, document)).join('')}</section>`,
  )
  .join('')}
</main></body></html>`
}

const listLinks = (links: readonly (readonly [id: string, title: string])[]) =>
  `<ul>${links.map(([id, title]) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ul>`

/** “Client errors” of `clientErrors`, “Desk: books” of `desk.books`. */
const titleOf = (group: string) => {
  const words = group.replace('.', ': ').replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A call, closed at first. The id is inside, so that a browser opens the call for an address that names it. */
function describeCall({ group, name, endpoint }: (typeof endpoints)[number], document: OpenApi): string {
  const { method, path, who, csv } = endpoint
  const operation = document.paths[path]![method.toLowerCase()] as unknown as Operation
  const query = operation.parameters.filter(p => p.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  return `<details><summary><code>${method} ${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}.</span></summary>
<div id="${group}-${name}"><p>For: ${escapeHtml(who)}.${csv ? ` As CSV: <code>${escapeHtml(path)}.csv</code> with the same query.` : ''}</p>
${fields(
  'Query',
  query.map(p => [p.name, p.schema, p.required]),
)}
${fields('Body', properties(body))}
${fields('Answer', properties(operation.responses[200]!.content['application/json'].schema))}</div></details>`
}

const properties = (schema: Schema | undefined): [string, Schema, boolean][] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => [
    name,
    property,
    schema?.required?.includes(name) ?? false,
  ])

function fields(title: string, rows: [string, Schema, boolean][]) {
  if (!rows.length) return ''
  return `<table><caption>${title}</caption>${rows
    .map(
      ([name, schema, required]) =>
        `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(describe(schema))}${required || title === 'Answer' ? '' : ' (optional)'}</td></tr>`,
    )
    .join('')}</table>`
}

function describe(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(v => JSON.stringify(v)).join(' or ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describe))].join(' or ')
  if (schema.type === 'array') {
    const inside = properties(schema.items).map(([name]) => name)
    return inside.length ? `list of { ${inside.join(', ')} }` : `list of ${describe(schema.items ?? {})}`
  }
  const kind = schema.format ?? [schema.type ?? 'anything'].flat().join(' or ')
  return schema.maxLength ? `${kind}, at most ${schema.maxLength} characters` : kind
}
