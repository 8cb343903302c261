import { Suspense, useState } from 'react'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { SheetSource } from './ContactSheetDialog.tsx'

const ContactSheetDialog = lazyOptional(() => import('./ContactSheetDialog.tsx'))

/** Opens the dialog that makes a contact sheet. */
export function ContactSheetButton({ collection }: { collection: SheetSource }) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <Button onClick={() => setDialog('open')}>Contact sheet</Button>
      {dialog !== 'unused' && (
        <Suspense>
          <ContactSheetDialog
            collection={collection}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
