import { useEffect, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { deletableUntil } from '../../../shared/rules/delete-window.ts'
import { formatLocalMoment } from '../../../shared/rules/format-time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import styles from './DeleteLogo.module.css'
import { useDeleteLogo } from './queries.ts'

/** Deletes a logo within the time limit, which the server enforces. */
export function DeleteLogo({ logo, onDone }: { logo: Logo; onDone: () => void }) {
  const { mutate: deleteLogo, isPending, error } = useDeleteLogo()
  const [isAsking, setIsAsking] = useState(false)
  const until = deletableUntil(new Date(logo.upload_date))
  const isInTime = useIsBefore(until.getTime())
  const isInBook = logo.book_id !== null || logo.master_book_id !== null
  const refused = error instanceof CallError && error.status === 409 ? error.body.error : undefined

  if ((!isInTime || isInBook) && !isAsking && !refused) return null
  return (
    <section className={styles.deletion} aria-label="Delete this logo">
      {refused ? (
        <FieldNote error={refused} />
      ) : (
        <>
          <p>
            Until {formatLocalMoment(until)} you can delete this logo, with its likes and comments. After
            that, you can’t.
          </p>
          <Button onClick={() => setIsAsking(true)} aria-disabled={isPending || undefined}>
            {isPending ? 'Deleting…' : 'Delete'}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Are you sure you want to permanently delete this logo?"
        cancel="Keep it"
        confirm="Delete"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          if (!isPending) deleteLogo(logo.logo_id, { onSuccess: onDone })
        }}
      >
        “{logo.logo}” will be removed from the gallery, every collection and the open book.
      </ConfirmDialog>
    </section>
  )
}

/** Whether it is before this moment, kept current. */
function useIsBefore(until: number) {
  const [isBefore, setIsBefore] = useState(Date.now() <= until)
  useEffect(() => {
    const left = until - Date.now()
    if (left < 0) return
    const timer = setTimeout(() => setIsBefore(false), left)
    return () => clearTimeout(timer)
  }, [until])
  return isBefore
}
