import type { Plan } from '../../../shared/rules/plan.ts'

export const planTitles: Record<Plan, string> = { yearly: 'Yearly', monthly: 'Monthly' }
