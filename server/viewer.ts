/** Who is calling. A visitor has id 0. */
export type Viewer = {
  id: number
  role: 'visitor' | 'member' | 'juror' | 'admin'
  isActive: boolean
}

export const visitor: Viewer = { id: 0, role: 'visitor', isActive: false }
