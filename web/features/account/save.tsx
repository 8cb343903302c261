import { useRef } from 'react'
import { CallError } from '../../../shared/endpoint.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './Form.module.css'

/**
 * Saves a form's input, one call at a time. Field errors go to `onFault`; that it failed, the
 * mutation has told already.
 */
export function useSave<Input>(
  save: (input: Input) => Promise<unknown>,
  onFault: (field: string, message: string) => void,
) {
  const isSaving = useRef(false)
  return async (input: Input) => {
    // A ref, because state is updated only after the second click of a double click.
    if (isSaving.current) return
    isSaving.current = true
    try {
      await save(input)
    } catch (error) {
      const faults = error instanceof CallError ? error.body.errors : undefined
      for (const [field, message] of Object.entries(faults ?? {})) onFault(field, message)
    } finally {
      isSaving.current = false
    }
  }
}

/** A form's submit button with its pending state. */
export function SaveEnd({ isSaving, label = 'Save Changes' }: { isSaving: boolean; label?: string }) {
  return (
    <div className={styles.end}>
      <Button kind="primary" type="submit" disabled={isSaving} aria-busy={isSaving}>
        {isSaving && <span className={styles.spinner} aria-hidden />}
        {isSaving ? 'Saving…' : label}
      </Button>
    </div>
  )
}
