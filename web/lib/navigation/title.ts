import { useEffect } from 'react'
import { product } from '../../../shared/product.ts'

/** Sets the document's title while the caller is mounted, then restores the one before. */
export function useTitle(title: string) {
  useEffect(() => {
    const before = document.title
    document.title = title ? `${title} · ${product.name}` : product.name
    return () => {
      document.title = before
    }
  }, [title])
}
