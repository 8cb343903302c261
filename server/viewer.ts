import { type Role, worksHere } from '../shared/rules/roles.ts'

/** The caller. A visitor has id 0. */
export type Viewer = {
  id: number
  role: 'visitor' | Role
  isActive: boolean
}

export const visitor: Viewer = { id: 0, role: 'visitor', isActive: false }

/** Members read with a membership; jurors and staff need none for that. */
export const mayRead = ({ role, isActive }: Pick<Viewer, 'role' | 'isActive'>) =>
  isActive || (role !== 'visitor' && worksHere(role))
