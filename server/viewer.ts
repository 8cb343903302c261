import { type Ability, abilitiesOf, isStaff, type Role, worksHere } from '../shared/rules/roles.ts'

/** The caller. A visitor has id 0. */
export type Viewer = {
  id: number
  role: 'visitor' | Role
  isActive: boolean
  /**
   * Where the role or a seat on a jury demands a second factor and the account has none: `demonstration` is excused on a
   * site with demonstration data.
   */
  lacksFactor?: 'yes' | 'demonstration' | undefined
  /** When the caller last proved to be the owner of the session. */
  confirmedAt?: Date | undefined
  /** When the caller last did so by a second factor. */
  factorAt?: Date | undefined
  /** A caller with an API token has the rights of a member, also where the account has another role, and this scope. */
  tokenScope?: 'read' | 'write' | undefined
  /** Until then the member may read and write nothing. */
  suspendedUntil?: Date | undefined
}

export const visitor: Viewer = { id: 0, role: 'visitor', isActive: false }

/** Whether the viewer sees what is hidden, wherever it is: staff who may work, not suspended and with the second factor. */
export const seesHidden = ({
  role,
  suspendedUntil,
  lacksFactor,
}: Pick<Viewer, 'role' | 'suspendedUntil' | 'lacksFactor'>) =>
  role !== 'visitor' && isStaff(role) && !suspendedUntil && lacksFactor !== 'yes'

/** Members read with a membership; jurors and staff need none for that. */
export const mayRead = ({ role, isActive }: Pick<Viewer, 'role' | 'isActive'>) =>
  isActive || (role !== 'visitor' && worksHere(role))

/** The caller as the history of staff names it. */
export const actorOf = (viewer: Viewer) => ({ designer_id: viewer.id, origin: 'web' as const })

/** What the caller may do at the desk. */
export const canOf = ({ role }: Pick<Viewer, 'role'>): readonly Ability[] =>
  role === 'visitor' ? [] : abilitiesOf(role)
