import type { QueryClient } from '@tanstack/react-query'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { call } from '../../../lib/api/call.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { removeWithUndo } from '../../../lib/toast/undoable.ts'

/** The reports that are decided on the screen and not sent to the server yet. */
const pendingStore = createStore<ReadonlySet<number>>(new Set())
export const usePendingReports = () => useStore(pendingStore)

type Decision = InputOf<typeof api.desk.reports.decide>

/**
 * Sends a decision about reports once it can no longer be undone. Returns what undoes it until then. `failure` makes the
 * toast of a refused decision; it is called before `onUndone`.
 */
export function decideWithUndo(
  queryClient: QueryClient,
  decision: Decision,
  {
    message,
    onUndone,
    failure,
  }: Pick<Parameters<typeof removeWithUndo>[0], 'message' | 'failure'> & { onUndone: () => void },
): () => void {
  const ids = new Set(decision.report_ids.map(Number))
  pendingStore.set(pendingStore.read().union(ids))
  const settle = () => pendingStore.set(pendingStore.read().difference(ids))
  return removeWithUndo({
    key: `reports ${decision.report_ids}`,
    message,
    async send() {
      await call(api.desk.reports.decide, decision, { keepalive: true })
      await queryClient.invalidateQueries({ queryKey: [deskKey] })
      settle()
    },
    failure,
    restore() {
      settle()
      onUndone()
      void queryClient.invalidateQueries({ queryKey: [deskKey] })
    },
  })
}
