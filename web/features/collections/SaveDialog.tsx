import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Check, Lock, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '../../../shared/rules/format.ts'
import type { SaveDialogProps } from '../../lib/save-dialog.ts'
import { showToast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialog.module.css'
import { CollectionForm } from './CollectionForm.tsx'
import { type Choice, choiceQuery, useCreateCollection, useSaveLogo } from './queries.ts'
import styles from './SaveDialog.module.css'

/** Which of one's collections hold a logo. */
export default function SaveDialog({ logo, isOpen, onClose }: SaveDialogProps) {
  const [isCreating, setIsCreating] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCreating) popup.current?.querySelector('input')?.focus()
  }, [isCreating])
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // A toast lies above; dismissing it is not leaving.
        if (reason === 'outside-press' && (event.target as Element).closest('[aria-live]')) cancel()
        else if (!open) onClose()
      }}
      onOpenChangeComplete={open => open || setIsCreating(false)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} forceRender />
        <Dialog.Popup ref={popup} className={`${dialogStyles.sheet} ${styles.rows}`} initialFocus={popup}>
          <Dialog.Title className={`${dialogStyles.title} ${styles.title}`}>
            {isCreating ? 'New collection' : 'Save to collection'}
          </Dialog.Title>
          <p className={styles.what}>{logo.logo}</p>
          {isCreating ? (
            <Create
              logo={logo}
              onBack={() => {
                setIsCreating(false)
                popup.current?.focus()
              }}
            />
          ) : (
            <Choose logo={logo} onCreate={() => setIsCreating(true)} onDone={onClose} />
          )}
          <Dialog.Close className={styles.close} aria-label="Close">
            <X size={20} aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ChooseProps = { logo: SaveDialogProps['logo']; onCreate: () => void; onDone: () => void }

function Choose({ logo, onCreate, onDone }: ChooseProps) {
  const { data: collections, isError, refetch } = useQuery(choiceQuery(logo.logo_id))
  const { mutateAsync: saveLogo, isPending } = useSaveLogo(logo)
  // What was ticked or unticked here; all else is as the server says.
  const [wishes, setWishes] = useState<Record<number, boolean>>({})

  const hasNone = collections?.length === 0
  const isSaved = (c: Choice) => c.is_saved === 1
  const isChecked = (c: Choice) => wishes[c.light_box_id] ?? isSaved(c)
  const changed = collections?.filter(c => isChecked(c) !== isSaved(c)) ?? []
  const isCollected = collections?.some(isChecked) ?? false
  // By the specification one must be checked. Taking the logo out of its last collection is something done, too.
  const canFinish = (isCollected || changed.length > 0) && !isPending

  const finish = async () => {
    const changes = changed.map(collection => ({ collection, state: isChecked(collection) ? 1 : 0 }) as const)
    try {
      if (changes.length === 0 || (await saveLogo({ changes, isCollected }))) return onDone()
      // What went through is now as the server says; what is left differs still, and can be sent again.
      showToast('Error saving collections. Please check your selections.')
    } catch {
      showToast('An unexpected error occurred while handling form state.')
    }
  }

  return (
    <>
      {isError && !collections ? (
        <p className={styles.quiet}>
          Your collections did not arrive.{' '}
          <button type="button" className={styles.again} onClick={() => refetch()}>
            Try again
          </button>
        </p>
      ) : hasNone ? (
        <p className={styles.quiet}>You have no collections yet. Make the first one for this logo.</p>
      ) : (
        <ul className={styles.list} aria-label="Your collections" aria-busy={!collections}>
          {collections?.map(collection => (
            <li key={collection.light_box_id}>
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  className="visually-hidden"
                  checked={isChecked(collection)}
                  disabled={isPending}
                  onChange={({ target }) =>
                    setWishes({ ...wishes, [collection.light_box_id]: target.checked })
                  }
                />
                <span className={styles.box}>
                  <Check size={16} aria-hidden />
                </span>
                <span className={styles.name}>{collection.name}</span>
                <span className={styles.about}>
                  {collection.is_public === '0' && (
                    <>
                      <Lock size={14} aria-hidden />
                      <span className="visually-hidden">private,</span>
                    </>
                  )}
                  {formatCount(collection.count, 'logo')}
                </span>
              </label>
            </li>
          )) ??
            Array.from({ length: 4 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <li key={i} className={styles.coming} aria-hidden />
            ))}
        </ul>
      )}
      <div className={styles.end}>
        <Button kind={hasNone ? 'secondary' : 'primary'} disabled={!canFinish} onClick={finish}>
          {isPending ? 'Saving…' : 'Done'}
        </Button>
        <Button kind={hasNone ? 'primary' : 'secondary'} onClick={onCreate} disabled={isPending}>
          Create New
        </Button>
      </div>
    </>
  )
}

function Create({ logo, onBack }: { logo: SaveDialogProps['logo']; onBack: () => void }) {
  const { mutateAsync: createCollection } = useCreateCollection()
  const { mutateAsync: saveLogo } = useSaveLogo(logo)
  const navigate = useNavigate()
  return (
    <CollectionForm
      onSave={async facts => {
        const collection = await createCollection(facts)
        if (await saveLogo({ changes: [{ collection, state: 1 }], isCollected: true }))
          navigate(`/collection/${collection.light_box_id}`)
        // It is made, only empty: it stands in the list now, where saving can be tried again.
        else {
          showToast('Error saving to collection.')
          onBack()
        }
      }}
    >
      <Button onClick={onBack}>Cancel</Button>
    </CollectionForm>
  )
}
