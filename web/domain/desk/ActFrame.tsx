import { type FormEventHandler, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import styles from './ActForm.module.css'
import { useOpenForm, useTitleElement } from './FormPlace.tsx'

type OpenerProps = {
  /** What the button that opens the form says, and the one that sends it. */
  label: string
  /** The room's own act, not one of a row or a section. */
  isMain?: true
  /** The subject, for the button's accessible name: a screen reader may read the button without its row. */
  about?: string
  /** The form: its title where it stands apart from its button, and what closes it. */
  children: (opened: { title: ReactNode; onClose: () => void }) => ReactNode
}

/** The button that opens a form of an act, and the form's place. */
export function ActOpener({ label, isMain, about, children }: OpenerProps) {
  const form = useOpenForm()
  if (isMain && !form.isOpen)
    return (
      <Button kind="primary" ref={form.opener} onClick={form.open}>
        {label}
      </Button>
    )
  return (
    <>
      {(form.hasPlace || !form.isOpen) && (
        <Button
          size="small"
          ref={form.opener}
          aria-label={about && `${label} ${about}`}
          aria-expanded={form.isOpen}
          onClick={form.toggle}
        >
          {label}
        </Button>
      )}
      {form.isOpen &&
        form.put(
          children({
            title: form.hasPlace && <FormTitle label={label} about={about ?? form.about} />,
            onClose: form.close,
          }),
        )}
    </>
  )
}

/** The title of a form that is not beside its button: the act and its subject. */
export function FormTitle({ label, about }: { label: string; about: string | undefined }) {
  const Heading = useTitleElement()
  return (
    <Heading className={styles.title}>
      {label} {about && <span>{about}</span>}
    </Heading>
  )
}

type FrameProps = {
  ref?: RefObject<HTMLFormElement | null>
  label: string
  title: ReactNode
  /** What was refused, except what is said at a field. */
  refusal: string | undefined
  isPending: boolean
  /** Everything that is needed is there. */
  isReady?: boolean
  /** A field is changed: what was refused is not said any longer. */
  onChange: () => void
  onSubmit: FormEventHandler
  onClose: () => void
  children: ReactNode
}

/** The form of an act: its fields between title and buttons. */
export function ActFrame({ ref, label, title, refusal, isPending, isReady = true, ...rest }: FrameProps) {
  const { onChange, onSubmit, onClose, children } = rest
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  // The button that opened the form may be gone, and the focus with it.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('input, select, textarea')
    ;(field ?? form.current)?.focus()
  }, [form])
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={styles.form}
      aria-label={label}
      onChange={onChange}
      onSubmit={onSubmit}
      onKeyDown={event => event.key === 'Escape' && onClose()}
      noValidate
    >
      {title}
      {children}
      <FieldNote error={refusal} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isPending || !isReady}>
          {isPending ? 'Working…' : label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
