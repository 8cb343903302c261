/** The states of a post by their names on the wire. */
export const states = { draft: 'draft', later: 'planned', out: 'public' } as const

/** Whether readers see a post now, at a later time, or not while it is a draft. */
export const stateOf = ({ is_draft, date }: { is_draft: 0 | 1; date: string }): keyof typeof states =>
  is_draft ? 'draft' : new Date(date) > new Date() ? 'later' : 'out'
