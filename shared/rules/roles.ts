export const roles = ['member', 'juror', 'moderator', 'support', 'chair', 'admin'] as const
export type Role = (typeof roles)[number]

/** What staff may do at the desk, as `can` of the session names it. */
export const abilities = [
  'today',
  'reports',
  'hide',
  'comments',
  'members',
  'suspend',
  'grants',
  'grants-long',
  'mails',
  'gift-cards',
  'affiliates',
  'attention',
  'money',
  'posts',
  'site',
  'roles',
  'books',
  'jury',
  'history',
] as const
export type Ability = (typeof abilities)[number]

const byRole: Record<Role, readonly Ability[]> = {
  member: [],
  juror: [],
  moderator: ['today', 'reports', 'hide', 'comments', 'members', 'suspend', 'history'],
  support: ['today', 'members', 'suspend', 'grants', 'mails', 'gift-cards', 'affiliates', 'history'],
  chair: ['today', 'members', 'books', 'jury', 'history'],
  admin: abilities,
}

/** What a role may do at the desk. */
export const abilitiesOf = (role: Role) => byRole[role]

export const isStaff = (role: Role) => byRole[role].length > 0

/** Whether a role needs no paid membership to read: staff and jurors. */
export const worksHere = (role: Role) => role !== 'member'
