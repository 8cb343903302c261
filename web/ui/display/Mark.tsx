import { registrationMark } from '../../../shared/registration-mark.ts'

// Without a stylesheet of its own: the first download names every one, and has no room for another.
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
