import { useEffect, useId, useRef } from 'react'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './Integrations.module.css'

/** A secret that is shown only now. Takes the focus, because a press elsewhere has made it. */
export function Secret({ title, secret, onDone }: { title: string; secret: string; onDone: () => void }) {
  const headingId = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast('Copied.', 'success'),
      () => showToast('Your browser doesn’t let us copy. Please select it.'),
    )
  return (
    <section className={styles.secret} aria-labelledby={headingId} ref={box} tabIndex={-1}>
      <h3 id={headingId}>{title}</h3>
      <p className={styles.text}>Copy it now. We show it only this once.</p>
      <code>{secret}</code>
      <div className={styles.actions}>
        <Button kind="primary" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  )
}
