import { type MouseEvent, type ReactNode, useState } from 'react'
import { downloadFile } from '../../lib/api/download-file.ts'
import { useSession } from '../../lib/session/session.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { refusalOf } from './acts.ts'

/**
 * A link that saves a list as a file. A list with addresses has it for administrators alone; the server may first ask
 * them to confirm who they are.
 */
export function CsvLink({
  href,
  hasAddresses,
  className,
  children = 'CSV',
}: {
  href: string
  hasAddresses?: boolean
  className?: string
  children?: ReactNode
}) {
  const session = useSession()
  const [isBusy, setIsBusy] = useState(false)
  if (hasAddresses && !session?.can.includes('roles')) return null
  const save = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    await downloadFile(href).catch(error =>
      showToast(refusalOf(error) || 'The file wasn’t saved. Please try again.'),
    )
    setIsBusy(false)
  }
  return (
    <a className={className} href={href} download aria-busy={isBusy || undefined} onClick={save}>
      {isBusy ? 'Saving…' : children}
    </a>
  )
}
