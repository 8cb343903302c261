import { Bookmark } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { SaveDialogContext } from '../../lib/save-dialog.ts'
import { loginPath, useSession } from '../../lib/session.ts'
import styles from './SaveButton.module.css'

/** Opens the choice of collections; filled while one of the viewer's holds the logo. */
export function SaveButton({ logo }: { logo: Logo }) {
  const SaveDialog = use(SaveDialogContext)
  const session = useSession()
  const navigate = useNavigate()
  // 'closed' is still drawn: the dialog leaves in its own time.
  const [dialog, setDialog] = useState<'open' | 'closed'>()

  const ask = () => {
    if (session) setDialog('open')
    else navigate(loginPath(location.pathname + location.search))
  }

  return (
    <>
      <button
        type="button"
        className={styles.save}
        data-saved={logo.is_collected === 1 || undefined}
        aria-haspopup="dialog"
        onClick={ask}
      >
        <Bookmark size={18} aria-hidden />
        {logo.is_collected === 1 ? 'Saved' : 'Save'}
      </button>
      {SaveDialog && dialog && (
        <Suspense>
          <SaveDialog logo={logo} isOpen={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  )
}
