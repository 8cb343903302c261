import { lazy } from 'react'
import { type Location, Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { SaveDialogContext } from '../lib/save-dialog.ts'
import { useSessionMirror } from '../lib/session.ts'
import { Toasts } from '../ui/Toasts.tsx'
import styles from './Root.module.css'

const SaveDialog = lazy(() => import('../features/collections/SaveDialog.tsx'))

/** Where one had scrolled to belongs to an entry of the history; those that were typed all have the same key. */
const keyOf = ({ key, pathname, search, hash }: Location) =>
  key === 'default' ? pathname + search + hash : key

/** What every page has, whatever its layout. */
export default function Root() {
  useSessionMirror()
  const { state } = useNavigation()
  return (
    <>
      {/* The next page's code is on its way: seen only when that takes long. */}
      {state !== 'idle' && <div className={styles.progress} />}
      <SaveDialogContext value={SaveDialog}>
        <Outlet />
      </SaveDialogContext>
      <Toasts />
      <ScrollRestoration getKey={keyOf} />
    </>
  )
}
