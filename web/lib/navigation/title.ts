import { useEffect } from 'react'
import { site } from '../site.ts'

/** Sets the document's title while the caller is mounted, then restores the one before. */
export function useTitle(title: string) {
  useEffect(() => {
    const before = document.title
    document.title = title ? `${title} · ${site().site_name}` : site().site_name
    return () => {
      document.title = before
    }
  }, [title])
}
