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
  --line: light-dark(#dadada, #333); --canvas: light-dark(#f1f1f1, #1a1a1a); }
body { margin: 0 auto; max-width: 880px; padding: 36px 16px 64px; background: var(--canvas); color: var(--ink);
  font: 15px/1.5 'Schibsted Grotesk Variable', system-ui, sans-serif; }
h1 { font-size: 32px; line-height: 1.1; letter-spacing: -0.025em; font-weight: 500; margin: 0 0 12px; }
h2 { font-size: 18px; font-weight: 600; margin: 36px 0 4px; padding-top: 24px; border-top: 1px solid var(--line); }
h3 { font-size: 15px; font-weight: 500; margin: 24px 0 4px; }
p { margin: 4px 0; color: var(--ink-2); }
code { font: 13px/1.5 ui-monospace, monospace; }
pre { padding: 12px 16px; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; font-size: 13px; }
caption { text-align: left; color: var(--ink-2); padding: 8px 0 2px; }
td, th { text-align: left; font-weight: 400; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); vertical-align: top; }
th { width: 32%; }
a { color: inherit; }
`

/** A page that people can read, made from the OpenAPI document. */
export function apiDocs(document: OpenApi, publicUrl: string): string {
  const sections = new Map<string, string[]>()
  for (const { group, endpoint } of endpoints) {
    const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()] as unknown as Operation
    const query = operation.parameters.filter(p => p.in === 'query')
    const body = operation.requestBody?.content['application/json']?.schema
    sections.set(group, [
      ...(sections.get(group) ?? []),
      `<h3><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h3>
      <p>${escapeHtml(operation.summary)}. For: ${escapeHtml(endpoint.who)}.</p>
      ${fields(
        'Query',
        query.map(p => [p.name, p.schema, p.required]),
      )}
      ${fields('Body', properties(body))}
      ${fields('Answer', properties(operation.responses[200]!.content['application/json'].schema))}`,
    ])
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(document.info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>${escapeHtml(document.info.title)}</h1>
<p>${escapeHtml(String(document.info.description))}
The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>An answer other than 2xx is <code>{ error, code?, errors? }</code>: a sentence, sometimes a word for programs,
and a sentence for each field that is wrong.</p>
${apiGuide(publicUrl)}
${[...sections].map(([group, parts]) => `<section><h2>${escapeHtml(group)}</h2>${parts.join('')}</section>`).join('')}
</main></body></html>`
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
