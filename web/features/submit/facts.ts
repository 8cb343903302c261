import { type Logo, logoFacts } from '../../../shared/api/logos.ts'

/** A logo's own facts and those that a queue shares, as text while they are edited. */
const ownFields = ['logo', 'logotype', 'keywords', 'description'] as const
const sharedFields = [
  'designer',
  'art_director',
  'creative_director',
  'assoc_creative_director',
  'illustrator',
  'photographer',
  'client',
  'industry',
] as const

type OwnField = (typeof ownFields)[number]
type SharedField = (typeof sharedFields)[number]
export type OwnFacts = Record<OwnField, string>
export type SharedFacts = Record<SharedField, string>
/** Error messages by field; `file` is the picture. */
export type Faults<Field extends string = OwnField | SharedField | 'file'> = Partial<Record<Field, string>>

export const emptyOwn: OwnFacts = { logo: '', logotype: '', keywords: '', description: '' }
export const emptyShared: SharedFacts = {
  designer: '',
  art_director: '',
  creative_director: '',
  assoc_creative_director: '',
  illustrator: '',
  photographer: '',
  client: '',
  industry: '',
}

export const ownFactsOf = (from: Logo | OwnFacts) => pick(from, ownFields)
export const sharedFactsOf = (from: Logo | SharedFacts) => pick(from, sharedFields)

function pick<Field extends string>(from: Record<Field, string>, fields: readonly Field[]) {
  return Object.fromEntries(fields.map(field => [field, from[field]])) as Record<Field, string>
}

/** The facts in the contract's form, or the contract's error messages. */
export function checkFacts(own: OwnFacts, shared: SharedFacts) {
  const { success, data, error } = logoFacts.safeParse({ ...shared, ...own })
  if (success) return { facts: data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of error.issues) faults[String(path[0])] ??= message
  return { facts: undefined, faults: faults as Faults }
}

/** The field errors of the server's answer. */
export function faultsOf(errors: Record<string, string> = {}): Faults {
  const { file_base64, ...faults } = errors
  return file_base64 ? { ...faults, file: file_base64 } : faults
}
