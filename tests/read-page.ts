import { readFile } from 'node:fs/promises'
import Validator, { type SchemaOrg } from '@adobe/structured-data-validator'
import { Handler, type Result } from 'htmlmetaparser'
import { Parser } from 'htmlparser2'

/** What the head of a page says, as a program reads it that makes link previews: Open Graph, JSON-LD, feeds, embedding. */
export function readHead(html: string, url: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const parser = new Parser(
    new Handler((error, result) => (error ? reject(error) : resolve(result)), { url }),
    { decodeEntities: true },
  )
  parser.end(html)
  return promise
}

const namespace = 'http://schema.org/'
const terms: Record<string, string> = {
  'http://www.w3.org/2000/01/rdf-schema#subClassOf': 'rdfs:subClassOf',
  [`${namespace}domainIncludes`]: 'schema:domainIncludes',
}
const kinds: Record<string, string> = {
  'http://www.w3.org/2000/01/rdf-schema#Class': 'rdfs:Class',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property': 'rdf:Property',
}

/** schema.org's classes and properties, from the package's N-Quads into the JSON that the validator reads. */
async function readVocabulary(): Promise<SchemaOrg> {
  const quads = await readFile(new URL('schema.nq', import.meta.resolve('@vocabulary/schema')), 'utf8')
  const entities = new Map<string, SchemaOrg['@graph'][number]>()
  for (const [, subject, predicate, object] of quads.matchAll(
    /^<([^>]+)> <([^>]+)> <([^>]+)> <[^>]+> \.$/gm,
  )) {
    const entity = entities.get(subject!) ?? { '@id': subject! }
    entities.set(subject!, entity)
    const term = terms[predicate!]
    if (term) entity[term] = [...((entity[term] as object[] | undefined) ?? []), { '@id': object }]
    if (kinds[object!]) entity['@type'] = kinds[object!]!
  }
  return { '@graph': [...entities.values()] }
}

let validator: Promise<Validator> | undefined

/** What is wrong with a page's JSON-LD by schema.org's vocabulary, and by what Google asks of its types. */
export async function findFaults(jsonLd: object[]): Promise<string[]> {
  validator ??= readVocabulary().then(vocabulary => new Validator(vocabulary))
  const typed = structuredClone(jsonLd) as { '@type': string }[]
  const byType = Object.groupBy(typed, fact => fact['@type']) as Record<string, object[]>
  const issues = await (await validator).validate({ jsonld: byType })
  return issues.map(({ rootType, severity, issueMessage }) => `${severity} ${rootType}: ${issueMessage}`)
}
