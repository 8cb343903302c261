/** The package has no types of its own. */
declare module '@adobe/structured-data-validator' {
  type Entity = { '@id': string; '@type'?: string; [term: string]: unknown }
  export type SchemaOrg = { '@graph': Entity[] }
  export type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string; rootType: string }
  export default class Validator {
    constructor(vocabulary: SchemaOrg)
    validate(found: { jsonld: Record<string, object[]> }): Promise<Issue[]>
  }
}
