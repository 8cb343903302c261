import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'

type Place = {
  /** The name of the subject of its forms. */
  about: string | undefined
  /** The level of its forms' titles. */
  level: 2 | 3
  element: HTMLElement | null
  /** The form that is open. */
  open: string | undefined
  setOpen: Dispatch<SetStateAction<string | undefined>>
}

const PlaceContext = createContext<Place | undefined>(undefined)

/** A place below a row of controls in which one of their forms at a time opens, so that the row itself does not move. */
export function FormPlace({
  about,
  level = 3,
  children,
}: {
  about?: string
  level?: 2 | 3
  children: (place: { isOpen: boolean; ref: (element: HTMLElement | null) => void }) => ReactNode
}) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<string>()
  return (
    <PlaceContext value={{ about, level, element, open, setOpen }}>
      {children({ isOpen: open !== undefined, ref: setElement })}
    </PlaceContext>
  )
}

/** The element of a form's title, by the level of its place: `h3` in a section, `h2` in a list below the title of the room. */
export const useTitleElement = () => `h${useContext(PlaceContext)?.level ?? 3}` as const

/** A form behind a button: it opens in the place around it, or where it stands if there is none. */
export function useOpenForm() {
  const id = useId()
  const place = useContext(PlaceContext)
  const [isOpenHere, setIsOpenHere] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const setOpen = place?.setOpen
  // The answer to its act may take the form off the page before it has closed itself: its place must not stay open.
  useEffect(() => () => setOpen?.(open => (open === id ? undefined : open)), [setOpen, id])
  const setIsOpen = (isOpen: boolean) =>
    place ? place.setOpen(isOpen ? id : undefined) : setIsOpenHere(isOpen)
  return {
    isOpen: place ? place.open === id : isOpenHere,
    /** The button stays while the form is open. */
    hasPlace: place !== undefined,
    about: place?.about,
    opener,
    open: () => setIsOpen(true),
    /** Closes the form; the focus goes back to its button. */
    close() {
      // Without a place around it, the button is rendered again only now.
      flushSync(() => setIsOpen(false))
      opener.current?.focus()
    },
    toggle() {
      setIsOpen(!(place?.open === id))
    },
    put: (form: ReactNode) => (place ? place.element && createPortal(form, place.element) : form),
  }
}
