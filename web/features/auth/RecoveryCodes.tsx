import { useId, useState } from 'react'
import { saveFile } from '../../lib/browser/save-file.ts'
import { site } from '../../lib/site.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useRenewRecovery } from './factors.ts'
import { PasswordAgain } from './PasswordAgain.tsx'
import styles from './Security.module.css'

/** How many recovery codes are left, and making new ones. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const headingId = useId()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: renew } = useRenewRecovery()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Recovery codes
      </h2>
      <p className={styles.text}>
        {left === 0 && 'For when you lose your devices. You have none yet.'}
        {left === 1 && 'For when you lose your devices. One is left.'}
        {left > 1 && `For when you lose your devices. ${left} are left; each works once.`}
      </p>
      {isAsking ? (
        <PasswordAgain
          label="Create recovery codes"
          onCancel={() => setIsAsking(false)}
          onSend={async password => {
            const { recovery_codes } = await renew(password)
            setIsAsking(false)
            onCodes(recovery_codes)
          }}
        />
      ) : (
        <Button onClick={() => setIsAsking(true)}>
          {left ? 'Create new codes' : 'Create recovery codes'}
        </Button>
      )}
    </section>
  )
}

/** New recovery codes, which are shown this once. */
export function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const headingId = useId()
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast('Copied.', 'success'),
      () => showToast('Your browser doesn’t let us copy. Please select the codes.'),
    )
  const download = () =>
    saveFile(
      new Blob([`${site().site_name}: recovery codes\n\n${text}\n`]),
      `${site().site_name.toLowerCase()}-recovery-codes.txt`,
    )
  return (
    <section className={styles.codes} aria-labelledby={headingId} data-print="alone">
      <h2 className={styles.title} id={headingId}>
        Your recovery codes
      </h2>
      <p className={styles.text}>
        Keep them where you’d find them without your devices. Each works once, and we show them only now.
      </p>
      <ul className={styles.codeList}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={copy}>Copy</Button>
        <Button onClick={download}>Download</Button>
        <Button onClick={() => print()}>Print</Button>
        <Button kind="primary" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </section>
  )
}
