import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Check, Lock, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatCount } from '../../../shared/rules/format.ts'
import type { SaveDialogProps } from '../../domain/logos/save-dialog.ts'
import { navigateTo } from '../../lib/navigation/navigate.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import { CollectionForm } from './CollectionForm.tsx'
import { type Choice, choiceQuery, useCreateCollection, useSaveLogo } from './queries.ts'
import styles from './SaveDialog.module.css'

/** The dialog in which the viewer chooses the collections of a logo. */
export default function SaveDialog({ logo, isOpen, onClose }: SaveDialogProps) {
  const [isCreating, setIsCreating] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCreating) popup.current?.querySelector('input')?.focus()
  }, [isCreating])
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // Toasts are above the dialog: dismissing one must not close it.
        if (reason === 'outside-press' && (event.target as Element).closest('[aria-live]')) cancel()
        else if (!open) onClose()
      }}
      onOpenChangeComplete={open => open || setIsCreating(false)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} forceRender />
        <DialogPopup
          ref={popup}
          className={`${dialogStyles.sheet} ${styles.rows}`}
          initialFocus={() => (done.current?.disabled === false ? done.current : popup.current)}
        >
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
            <Choose logo={logo} done={done} onCreate={() => setIsCreating(true)} onDone={onClose} />
          )}
          <Dialog.Close className={styles.close} aria-label="Close">
            <X size={20} aria-hidden />
          </Dialog.Close>
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ChooseProps = {
  logo: SaveDialogProps['logo']
  done: React.RefObject<HTMLButtonElement | null>
  onCreate: () => void
  onDone: () => void
}

/** The list of the viewer's collections to save to. */
function Choose({ logo, done, onCreate, onDone }: ChooseProps) {
  const { data: collections, isError, refetch } = useQuery(choiceQuery(logo.logo_id))
  const { mutateAsync: saveLogo, isPending } = useSaveLogo(logo)
  // Choices changed here; all others are as the server has them.
  const [wishes, setWishes] = useState<Record<number, boolean>>({})

  const hasNone = collections?.length === 0
  const isSaved = (c: Choice) => c.is_saved === 1
  // The collection saved to last is preselected for a logo that is in none, so that Enter is enough.
  const suggested = collections?.some(isSaved) ? undefined : collections?.[0]
  const isChecked = (c: Choice) => wishes[c.light_box_id] ?? (isSaved(c) || c === suggested)
  const changed = collections?.filter(c => isChecked(c) !== isSaved(c)) ?? []
  const isCollected = collections?.some(isChecked) ?? false
  // The specification wants at least one checked; unchecking the last one is a valid change, too.
  const canFinish = (isCollected || changed.length > 0) && !isPending

  const hasSuggestion = suggested !== undefined
  useEffect(() => {
    if (!hasSuggestion) return
    // When the choices load after the dialog opened, the dialog itself has the focus: Done takes it, unless the reader has
    // moved it. In a frame, because Base UI too focuses in one, and the choices may load before it.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === done.current?.closest('[role=dialog]')) done.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [done, hasSuggestion])

  const finish = async () => {
    const changes = changed.map(collection => ({ collection, state: isChecked(collection) ? 1 : 0 }) as const)
    try {
      if (changes.length === 0 || (await saveLogo({ changes, isCollected }))) return onDone()
      // Confirmed choices match the server; the others still differ and can be sent again.
      showToast('Error saving collections. Please check your selections.')
    } catch {
      showToast('An unexpected error occurred while handling form state.')
    }
  }

  return (
    <>
      {isError && !collections ? (
        <p className={styles.quiet}>
          Your collections didn’t load.{' '}
          <button type="button" className={styles.again} onClick={() => refetch()}>
            Try again
          </button>
        </p>
      ) : hasNone ? (
        <p className={styles.quiet}>You have no collections yet. Make the first one for this logo.</p>
      ) : (
        <ul className={styles.list} aria-label="Your collections" aria-busy={!collections}>
          {collections?.map(collection => (
            <ChoiceRow
              key={collection.light_box_id}
              collection={collection}
              isChecked={isChecked(collection)}
              isDisabled={isPending}
              onChange={wish => setWishes({ ...wishes, [collection.light_box_id]: wish })}
            />
          )) ??
            Array.from({ length: 4 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
              <li key={i} className={styles.coming} aria-hidden />
            ))}
        </ul>
      )}
      <div className={styles.end}>
        <Button ref={done} kind={hasNone ? 'secondary' : 'primary'} disabled={!canFinish} onClick={finish}>
          {isPending ? 'Saving…' : 'Done'}
        </Button>
        <Button kind={hasNone ? 'primary' : 'secondary'} onClick={onCreate} disabled={isPending}>
          Create New
        </Button>
      </div>
    </>
  )
}

type RowProps = {
  collection: Choice
  isChecked: boolean
  isDisabled: boolean
  onChange: (isChecked: boolean) => void
}

const ChoiceRow = ({ collection, isChecked, isDisabled, onChange }: RowProps) => (
  <li>
    <label className={styles.choice}>
      <input
        type="checkbox"
        className="visually-hidden"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles.box}>
        <Check size={16} aria-hidden />
      </span>
      <FirstFour collection={collection} />
      <span className={styles.name}>
        {collection.name}
        {collection.is_helper === 1 && <span className={styles.by}> by {collection.company}</span>}
      </span>
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
)

/** A collection's newest four logos in two rows. */
function FirstFour({ collection }: { collection: Choice }) {
  const urls = collection.logo_urls_list.split(',').filter(Boolean)
  return (
    <span className={styles.four} aria-hidden>
      {[0, 1, 2, 3].map(index => (
        <span key={index}>{urls[index] && <img src={urls[index]} alt="" width={19} height={19} />}</span>
      ))}
    </span>
  )
}

function Create({ logo, onBack }: { logo: SaveDialogProps['logo']; onBack: () => void }) {
  const { mutateAsync: createCollection } = useCreateCollection()
  const { mutateAsync: saveLogo } = useSaveLogo(logo)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <CollectionForm
      onSave={async facts => {
        const collection = await createCollection(facts)
        const path = `/collection/${collection.light_box_id}`
        // Browser Back, so that the list's scroll position is restored.
        const run = () => (location.pathname === path ? navigate(-1) : navigateTo(pathname + search))
        const saving = {
          changes: [{ collection, state: 1 as const }],
          isCollected: true,
          wayOn: { label: 'Go back', run },
        }
        if (await saveLogo(saving)) navigate(path)
        // The collection exists, but is empty: it is in the list now, where saving can be retried.
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
