import { useEffect, useEffectEvent, useState } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { initialState, type Outbox, openOutbox } from './outbox.ts'
import { type NewAct, openOutboxStore } from './outbox-store.ts'
import { transport } from './queries.ts'

const unopened = createStore(initialState)

/**
 * The account's outbox on this device, with what it holds; undefined until it is open. `isMissing`: this browser keeps
 * nothing, so that there can be none. `onAct` hears of what is decided here and in other tabs.
 */
export function useOutbox(designerId: number, round: string, onAct: (act: NewAct) => void) {
  const [outbox, setOutbox] = useState<Outbox>()
  const [isMissing, setIsMissing] = useState(false)
  const hear = useEffectEvent(onAct)

  useEffect(() => {
    let opened: Outbox | undefined
    let isLeft = false
    openOutboxStore().then(
      store => {
        if (isLeft) return store.close()
        opened = openOutbox({ store, designerId, round, transport, onAct: act => hear(act) })
        setOutbox(opened)
      },
      () => setIsMissing(true),
    )
    return () => {
      isLeft = true
      setOutbox(undefined)
      void opened?.close()
    }
  }, [designerId, round])

  const state = useStore(outbox ?? unopened)
  return { outbox, state, isMissing }
}
