import { registrationMark } from '../../../shared/registration-mark.ts'

// No stylesheet of its own: each one adds its name to the first download, which is at its budget.
const style = { fill: 'none', stroke: 'var(--signal)' }

/** The registration mark alone. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} style={style} aria-hidden>
      <circle {...registrationMark.ring} />
      <path {...registrationMark.arms} />
    </svg>
  )
}
