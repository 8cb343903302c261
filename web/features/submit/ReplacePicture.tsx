import { Suspense, useState } from 'react'
import type { FoundLogo } from '../../../shared/api/logos.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { deletableUntil } from '../../../shared/rules/delete-window.ts'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { Chooser } from './Artboard.tsx'
import { FitDialog } from './FitButton.tsx'
import { type Misfit, readChosen } from './picture.ts'
import { useReplacePicture } from './queries.ts'
import styles from './ReplacePicture.module.css'

/** Whether the owner may replace the picture, which the server decides: for 48 hours, or until its book closes. */
export const isReplaceable = (logo: FoundLogo) =>
  Date.now() <= deletableUntil(new Date(logo.upload_date)).getTime() ||
  logo.book_standing?.standing === 'entered'

/** Replaces a logo's picture by another file, fitted where it has to be, after asking. */
export function ReplacePicture({ logo }: { logo: FoundLogo }) {
  const { mutate, isPending, error } = useReplacePicture(logo.logo_id)
  const [fault, setFault] = useState<string>()
  const [misfit, setMisfit] = useState<Misfit>()
  const [chosen, setChosen] = useState<File>()
  const refused =
    error instanceof CallError ? (error.body.errors?.file_base64 ?? error.body.error) : undefined

  const choose = async (file: File) => {
    setFault(undefined)
    const { result, misfit } = await readChosen(file)
    if (typeof result !== 'string') setChosen(result.file)
    else if (misfit) setMisfit(misfit)
    else setFault(result)
  }
  return (
    <div className={styles.replace}>
      <FieldNote
        error={fault ?? refused}
        hint="You can replace the picture for 48 hours, or until its book closes."
      />
      <Chooser isDisabled={isPending} onFiles={([file]) => file && void choose(file)}>
        {isPending ? 'Replacing…' : 'Replace picture'}
      </Chooser>
      {misfit && (
        <Suspense>
          <FitDialog
            isOpen
            file={misfit.file}
            isAnimated={misfit.isAnimated}
            onClose={() => setMisfit(undefined)}
            onUse={({ file }) => {
              setMisfit(undefined)
              setChosen(file)
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={chosen !== undefined}
        title={`Replace the picture of “${logo.logo}”?`}
        cancel="Keep it"
        confirm="Replace"
        onCancel={() => setChosen(undefined)}
        onConfirm={() => {
          setChosen(undefined)
          if (chosen && !isPending) mutate(chosen)
        }}
      >
        Likes and comments stay. Its page will say when the picture was replaced.
      </ConfirmDialog>
    </div>
  )
}
