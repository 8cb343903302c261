import { type Measure, measures } from '../../../../shared/api/desk/today.ts'
import type { Ability } from '../../../../shared/rules/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { sumByMonth } from './queries.ts'

/** Who sees a measure: those who may enter the room that lists what it counts. Every visitor sees the uploads. */
const seenWith: Record<Measure, Ability> = {
  members: 'members',
  uploads: 'today',
  income: 'money',
  reports: 'reports',
}

/** The last twelve months for a caller with these abilities; the present one is not over yet. */
export async function listMonths(db: Db, now: Date, can: readonly Ability[]) {
  const months = Array.from({ length: 12 }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + i)).toISOString().slice(0, 7),
  )
  const wanted = measures.filter(name => can.includes(seenWith[name]))
  const sums = await sumByMonth(db, wanted, new Date(`${months[0]}-01T00:00:00Z`))
  const sumOf = (name: Measure, month: string) =>
    sums.find(sum => sum.name === name && sum.month === month)?.value ?? 0
  return {
    months,
    measures: wanted.map(name => ({ name, values: months.map(month => sumOf(name, month)) })),
  }
}
