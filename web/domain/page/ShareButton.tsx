import { canShare, shareLink } from '../../lib/browser/share-link.ts'
import { showToast } from '../../lib/toast/toast.ts'

type Props = {
  /** The canonical path of what is shared. */
  path: string
  /** What the reader sees as its name. */
  title: string
  className: string | undefined
}

/** Hands a page's address to the system's share sheet, or copies it where there is none. */
export default function ShareButton({ path, title, className }: Props) {
  const share = async () => {
    const url = new URL(path, location.origin).href
    const outcome = await shareLink({ title, url })
    if (outcome === 'copied') showToast('Link copied.', 'success')
    if (outcome === 'refused') showToast(`Your browser doesn’t let us copy. The address is ${url}`)
  }
  const does = canShare() ? 'Share' : 'Copy link'
  return (
    <button
      type="button"
      className={className}
      aria-label={does === 'Share' ? `Share ${title}` : `Copy link to ${title}`}
      onClick={share}
    >
      {does}
    </button>
  )
}
