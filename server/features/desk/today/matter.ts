import type { Ability } from '../../../../shared/rules/roles.ts'

/** An item that waits for a decision. */
export type Waiting = {
  name: string
  detail: string
  at: Date | null
  picture: { image: string; ground: string | null } | null
  href: string
}

/** What waits for a decision of those who can, with the room in which it is made. */
export type Matter = {
  can: Ability
  kind: string
  count: number
  text: string
  href: string
  listOldest?: () => Promise<Waiting[]>
}
