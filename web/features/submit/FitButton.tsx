import { Suspense, useState } from 'react'
import { formatCount } from '../../../shared/rules/format.ts'
import { ChunkErrorDialog } from '../../domain/page/ChunkError.tsx'
import { lazyWithRetry } from '../../lib/loading/lazy-with-retry.tsx'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { fittable, isBusy, type Submission, type Work } from './work.ts'

/** The dialog that fits a picture, loaded when it opens. */
export const FitDialog = lazyWithRetry(() => import('./fit/FitDialog.tsx'), ChunkErrorDialog)

type Props = { submission: Submission; submissions: UploadQueue; size?: 'small'; isDisabled?: boolean }

/** Opens the dialog that fits a chosen file: where it breaks a rule, or to fit it again. */
export function FitButton({ submission, submissions, size, isDisabled }: Props) {
  const { key, misfit, faults, picture, fileName } = submission
  const [isOpen, setIsOpen] = useState(false)
  if (!misfit) return null
  const isWrong = faults.file !== undefined
  if (!isWrong && !picture) return null
  return (
    <>
      <Button
        size={size}
        kind={isWrong ? 'secondary' : 'quiet'}
        disabled={isDisabled}
        aria-label={isWrong ? `Fit to 900 × 900: ${fileName}` : `Fit again: ${fileName}`}
        onClick={() => setIsOpen(true)}
      >
        {isWrong ? 'Fit to 900 × 900' : 'Fit again'}
      </Button>
      {isOpen && (
        <Suspense>
          <FitDialog
            isOpen
            file={misfit.file}
            isAnimated={misfit.isAnimated}
            onClose={() => setIsOpen(false)}
            onUse={fitted => {
              setIsOpen(false)
              void submissions.takeFitted(key, fitted)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Fits every file of a queue that needs no question answered. */
export function FitAllButton({ work, submissions }: { work: Work; submissions: UploadQueue }) {
  const [isFitting, setIsFitting] = useState(false)
  const { length } = fittable(work)
  if (!length && !isFitting) return null
  const fitAll = async () => {
    setIsFitting(true)
    try {
      const { fitFile } = await import('./fit/fit-file.ts')
      const failed = await submissions.fitAll(fitFile)
      if (failed) showToast(`${formatCount(failed, 'picture')} couldn’t be opened by your browser.`)
    } catch {
      showToast('This part of the page didn’t load. Please try again.')
    } finally {
      setIsFitting(false)
    }
  }
  return (
    <Button
      size="small"
      aria-disabled={isFitting || isBusy(work) || undefined}
      onClick={() => isFitting || isBusy(work) || void fitAll()}
    >
      {isFitting ? 'Fitting…' : `Fit all ${length}`}
    </Button>
  )
}
