import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Handles files that are dropped or pasted anywhere on the page: elsewhere, the browser would navigate to the
 * file. Returns whether files are dragged over the page.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const act = useEffectEvent(onFiles)
  useEffect(() => {
    const take = (event: Event, files: FileList | undefined) => {
      if (!files?.length) return
      event.preventDefault()
      act([...files])
    }
    const paste = (event: ClipboardEvent) => {
      // Left to the text field: spreadsheets put a picture of the cells beside their text.
      if (!event.defaultPrevented && !isText(event)) take(event, event.clipboardData?.files)
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      take(event, event.dataTransfer?.files)
    }
    addEventListener('paste', paste)
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('paste', paste)
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

/** Whether a dialog is open: dropped or pasted files are then not for the page below it. */
export const isDialogOpen = () =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null

/** A file copied on a desktop also carries its name as text, so text counts only in a field or when it is formatted. */
function isText({ clipboardData, target }: ClipboardEvent) {
  const types = clipboardData?.types ?? []
  const isInField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return types.includes('text/plain') && (isInField || types.includes('text/html'))
}
