import { useQueryClient } from '@tanstack/react-query'
import { Suspense, use, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { SaveDialogContext } from '../../domain/logos/save-dialog.ts'
import { navigateTo } from '../../lib/navigation/navigate.ts'
import { loginPath, sessionQuery } from '../../lib/session/session.ts'
import { Bookmark } from '../../ui/display/icons.tsx'
import styles from './SaveButton.module.css'

/** Opens the choice of collections; filled while a collection of the viewer holds the logo. `tile`: in a caption. */
export function SaveButton({ logo, variant }: { logo: Logo; variant: 'tile' | 'full' }) {
  const SaveDialog = use(SaveDialogContext)
  const queryClient = useQueryClient()
  // 'closed' stays mounted for the closing animation.
  const [dialog, setDialog] = useState<'open' | 'closed'>()
  const isSaved = logo.is_collected === 1

  const ask = () => {
    // Read when pressed, without a hook's observer: there is a button on every tile of the wall.
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    if (session?.isAuthenticated) setDialog('open')
    else navigateTo(loginPath(location.pathname + location.search))
  }

  return (
    <>
      <button
        type="button"
        className={styles.save}
        data-variant={variant}
        data-saved={isSaved || undefined}
        aria-haspopup="dialog"
        aria-label={variant === 'tile' ? `${isSaved ? 'Saved' : 'Save'} ${logo.logo}` : undefined}
        aria-keyshortcuts="S"
        onClick={ask}
      >
        <Bookmark size={variant === 'tile' ? 16 : 18} />
        {variant === 'full' && (isSaved ? 'Saved' : 'Save')}
      </button>
      {SaveDialog && dialog && (
        <Suspense>
          <SaveDialog logo={logo} isOpen={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  )
}
