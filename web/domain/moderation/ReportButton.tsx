import { Suspense, useState } from 'react'
import type { ReportKind } from '../../../shared/api/reports.ts'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'

const ReportDialog = lazyOptional(() => import('./ReportDialog.tsx'))

type Props = {
  kind: ReportKind
  id: number
  /** What the reporter sees as its name. */
  name: string
  className: string | undefined
}

/** Opens the dialog that reports something to the gallery's staff. */
export default function ReportButton({ kind, id, name, className }: Props) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        className={className}
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
