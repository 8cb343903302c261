import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'

const DetailTitleContext = createContext<(title: string | undefined) => void>(() => {})

/** Lets a room name what is open in it: its title, and the document's, are set by the page around it. */
export const DetailTitle = ({
  onNamed,
  children,
}: {
  onNamed: (title: string | undefined) => void
  children: ReactNode
}) => <DetailTitleContext value={onNamed}>{children}</DetailTitleContext>

/** Names what is open in the room, once that is known. */
export function useDetailTitle(title: string | undefined) {
  const name = useContext(DetailTitleContext)
  useLayoutEffect(() => {
    name(title)
    return () => name(undefined)
  }, [name, title])
}
