import type { Page } from '@playwright/test'
import { makePicture } from '../factories.ts'

/** A picture to choose, drop or paste. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

/** A square PNG of a colour of its own. */
export async function pngFile(name: string, side = 900): Promise<ChosenFile> {
  return { name, mimeType: 'image/png', buffer: await makePicture({ side }) }
}

/** Files as a drag or the clipboard carries them. */
export const makeTransfer = (page: Page, files: ChosenFile[]) =>
  page.evaluateHandle(
    contents => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of contents) {
        const bytes = Uint8Array.from(atob(base64), byte => byte.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  )

/** Pastes files somewhere on the page. */
export async function pasteFiles(page: Page, files: ChosenFile[]) {
  const transfer = await makeTransfer(page, files)
  await transfer.evaluate(clipboardData =>
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    ),
  )
}
