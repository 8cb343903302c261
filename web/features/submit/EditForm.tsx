import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FoundLogo as Logo } from '../../../shared/api/logos.ts'
import { SizePreview } from '../../domain/logos/SizePreview.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { StillBoard } from './Artboard.tsx'
import { DeleteLogo } from './DeleteLogo.tsx'
import { OwnFields, SharedFields } from './FactFields.tsx'
import { checkFacts, type Faults, faultsOf, ownFactsOf, sharedFactsOf } from './facts.ts'
import { focusFirstFault } from './focus-fault.ts'
import { pictureQuery, useUpdateLogo } from './queries.ts'
import { isReplaceable, ReplacePicture } from './ReplacePicture.tsx'
import styles from './SubmitForm.module.css'
import { VectorOriginal } from './VectorOriginal.tsx'

type Props = { logo: Logo; onUnsent: (is: boolean) => void; onDone: () => void }

/** Edits the facts of a logo in the gallery; its picture is replaced on its own, at once. */
export function EditForm({ logo, onUnsent, onDone }: Props) {
  const { mutateAsync: updateLogo, isPending } = useUpdateLogo()
  const [own, setOwn] = useState(() => ownFactsOf(logo))
  const [shared, setShared] = useState(() => sharedFactsOf(logo))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  const [before] = useState<Record<string, string>>({ ...own, ...shared })
  const isOther = ([field, text]: [string, string]) => text !== before[field]
  const isChanged = Object.entries({ ...own, ...shared }).some(isOther)
  const [isVectorSending, setIsVectorSending] = useState(false)
  const isUnsent = isChanged || isVectorSending
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])

  const tell = (next: Faults) => {
    setFaults(next)
    if (Object.keys(next).length) focusFirstFault(form.current!)
  }
  const forget = (patch: object) =>
    setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => !(field in patch))))

  const save = useSubmit(
    async () => {
      setFailure(undefined)
      const { facts, faults } = checkFacts(own, shared)
      tell(faults)
      if (!facts) return
      // Only changed fields are sent: an edit from another tab is not overwritten.
      const changes = Object.fromEntries(Object.entries(facts).filter(isOther))
      await updateLogo({ logo_id: logo.logo_id, ...changes })
      onDone()
    },
    ({ status, body }) => {
      tell(faultsOf(body?.errors))
      if (!body?.errors) setFailure(status && body ? body.error : 'Nothing is lost; please save again.')
    },
  )

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <EditedPicture logo={logo} />
      <div className={styles.facts}>
        {isReplaceable(logo) && <ReplacePicture logo={logo} />}
        <fieldset className={styles.fields} disabled={isPending}>
          <OwnFields
            facts={own}
            faults={faults}
            onChange={patch => {
              setOwn({ ...own, ...patch })
              forget(patch)
            }}
          />
          <SharedFields
            facts={shared}
            faults={faults}
            onChange={patch => {
              setShared({ ...shared, ...patch })
              forget(patch)
            }}
          />
        </fieldset>
        <SaveLogo logo={logo} isPending={isPending} failure={failure} />
        <VectorOriginal logo={logo} onSending={setIsVectorSending} />
        <DeleteLogo logo={logo} onDone={onDone} />
      </div>
    </form>
  )
}

/** The stored picture, and a preview of it at small sizes. */
function EditedPicture({ logo }: { logo: Logo }) {
  const { data: picture, isError } = useQuery(pictureQuery(logo.url))
  // Where encoding fails, the gallery's own picture is shown instead.
  const shown = picture ?? (isError ? logo.url : undefined)
  return (
    <div className={styles.stage}>
      <StillBoard
        picture={shown === undefined ? undefined : { url: shown, name: logo.filename || logo.logo }}
        note={`${logo.side} × ${logo.side} px${isReplaceable(logo) ? '' : '. The image can’t be replaced anymore.'}`}
      />
      <div className={styles.sizes}>
        <SizePreview src={shown} ground={logo.ground} name={logo.logo} />
      </div>
    </div>
  )
}

type SaveProps = { logo: Logo; isPending: boolean; failure: string | undefined }

const SaveLogo = ({ logo, isPending, failure }: SaveProps) => (
  <div className={styles.end}>
    <div className={styles.buttons}>
      <Button kind="primary" type="submit" aria-disabled={isPending || undefined}>
        {isPending ? 'Saving…' : 'Save Logo'}
      </Button>
      <ButtonLink to={`/logo/${logo.logo_id}`}>Cancel</ButtonLink>
    </div>
    <FieldNote error={failure} />
  </div>
)
