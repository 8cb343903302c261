export type Link = { title: string; url: string }

/** The parts of `navigator` that share and copy. A page without https has neither. */
type Sharing = {
  share?: (link: Link) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> }
}

export const canShare = (): boolean => 'share' in navigator

/**
 * Opens the system's share sheet. The link is copied where there is none or it fails, which `refused` says of both.
 */
export async function shareLink(
  link: Link,
  sharing: Sharing = navigator,
): Promise<'shared' | 'dismissed' | 'copied' | 'refused'> {
  try {
    if (sharing.share) {
      await sharing.share(link)
      return 'shared'
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'dismissed'
  }
  try {
    if (!sharing.clipboard) return 'refused'
    await sharing.clipboard.writeText(link.url)
    return 'copied'
  } catch {
    return 'refused'
  }
}
