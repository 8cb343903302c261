import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'

const DetailTitleContext = createContext<(title: string | undefined) => void>(() => {})

/** Lets a room name what is open in it. The page around it sets the room's title and the document's. */
export const DetailTitle = ({
  onNamed,
  children,
}: {
  onNamed: (title: string | undefined) => void
  children: ReactNode
}) => <DetailTitleContext value={onNamed}>{children}</DetailTitleContext>

/** Names what is open in the room, as soon as that has loaded. */
export function useDetailTitle(title: string | undefined) {
  const name = useContext(DetailTitleContext)
  useLayoutEffect(() => {
    name(title)
    return () => name(undefined)
  }, [name, title])
}
