import { type ReactNode, useId } from 'react'
import { FormPlace } from './FormPlace.tsx'
import styles from './Section.module.css'

/** A part of a room under a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Names and values, side by side. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Acts beside each other; the form of one opens below them. */
export const Acts = ({ about, children }: { about?: string; children: ReactNode }) => (
  <FormPlace {...(about !== undefined && { about })}>
    {({ ref }) => (
      <>
        <div className={styles.acts}>{children}</div>
        <div ref={ref} className={styles.place} />
      </>
    )}
  </FormPlace>
)
