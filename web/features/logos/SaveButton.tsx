import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { go } from '../../lib/go.ts'
import { SaveDialogContext } from '../../lib/save-dialog.ts'
import { loginPath, sessionQuery } from '../../lib/session.ts'
import styles from './SaveButton.module.css'

/** Opens the choice of collections; filled while one of the viewer's holds the logo. `action`: the one over a tile. */
export function SaveButton({ logo, look }: { logo: Logo; look: 'action' | 'full' }) {
  const SaveDialog = use(SaveDialogContext)
  const queryClient = useQueryClient()
  // 'closed' is still drawn: the dialog leaves in its own time.
  const [dialog, setDialog] = useState<'open' | 'closed'>()
  const isSaved = logo.is_collected === 1

  const ask = () => {
    // Read when pressed, without a hook's observer: there is a button on every tile of the wall.
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    if (session?.isAuthenticated) setDialog('open')
    else go(loginPath(location.pathname + location.search))
  }

  return (
    <>
      <button
        type="button"
        className={styles.save}
        data-look={look}
        data-saved={isSaved || undefined}
        aria-haspopup="dialog"
        aria-label={look === 'action' ? `${isSaved ? 'Saved' : 'Save'} ${logo.logo}` : undefined}
        onClick={ask}
      >
        <Bookmark size={18} aria-hidden />
        {look === 'full' && (isSaved ? 'Saved' : 'Save')}
      </button>
      {SaveDialog && dialog && (
        <Suspense>
          <SaveDialog logo={logo} isOpen={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  )
}
