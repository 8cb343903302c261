import { Suspense, useState } from 'react'
import type { ReportKind } from '../../../shared/api/reports.ts'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import styles from './ReportButton.module.css'

const ReportDialog = lazyOptional(() => import('./ReportDialog.tsx'))

/** Opens the dialog that reports something to the gallery's staff. `name` is what the reporter sees as its name. */
export function ReportButton({ kind, id, name }: { kind: ReportKind; id: number; name: string }) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        className={styles.quiet}
        aria-label={`Report ${name}`}
        onClick={() => setDialog('open')}
      >
        Report
      </button>
      {dialog !== 'unused' && (
        <Suspense>
          <ReportDialog
            kind={kind}
            id={id}
            name={name}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
