import type { RegistrationUser } from '../../../shared/api/membership.ts'

/** The applicant without the password: shown at checkout, and kept for a reload. */
export type Applicant = Omit<RegistrationUser, 'password' | 'notes'>

/** The join form's input, kept while the tab is open. */
export type Draft = Applicant & {
  terms: boolean
  /** Whether the second stage has been reached. */
  isNamed: boolean
}

const key = 'join'
let password = ''

export function readDraft(): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    // Storage is forbidden, or its content is malformed.
    return {}
  }
}

export function writeDraft(draft: Draft) {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is forbidden: the input lasts as long as the page.
  }
}

/** The applicant's password. It is kept in memory only, so a reload asks for it again. */
export const readPassword = () => password
export function keepPassword(typed: string) {
  password = typed
}

/** Deletes the draft after joining. */
export function forgetDraft() {
  password = ''
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
