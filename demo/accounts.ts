import type { Role } from '../shared/rules/roles.ts'

/** The demonstration sign-ins: their usernames are promised, their password is public. */
export const demoPassword = 'Colophon-2026!'

export type DemoAccount = {
  username: string
  role: Role
  about: string
}

const jurors = Array.from({ length: 9 }, (_, i) => ({
  username: `juror${i + 1}`,
  role: 'juror' as const,
  about: 'a juror',
}))

/** In the order of their ids, which begin at 1. */
export const demoAccounts: DemoAccount[] = [
  { username: 'ada', role: 'member', about: 'a member with logos, awards, collections and followers' },
  { username: 'ben', role: 'member', about: 'a member who follows many' },
  { username: 'newcomer', role: 'member', about: 'an active member with nothing yet' },
  { username: 'lapsed', role: 'member', about: 'a member whose membership has run out' },
  { username: 'mismatch', role: 'member', about: 'a member with a running subscription and an expired date' },
  ...jurors,
  { username: 'admin', role: 'admin', about: 'the administrator' },
]

/** Without logos or a membership, and after all other accounts: the plan's ids stay as they are. */
export const demoStaff: DemoAccount[] = [
  { username: 'juror10', role: 'juror', about: 'a juror' },
  { username: 'juror11', role: 'juror', about: 'a juror' },
  { username: 'chair', role: 'chair', about: 'the chair of the jury' },
  { username: 'moderator', role: 'moderator', about: 'a moderator' },
  { username: 'support', role: 'support', about: 'member support' },
]
