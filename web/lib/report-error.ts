/** Tells the server of a fault of ours in this page. */
export function reportError(error: unknown) {
  import('./client-errors.ts').then(
    it => it.sendError(error),
    () => {},
  )
}
