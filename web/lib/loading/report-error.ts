/** Reports an error of this page to the server. The code for it is loaded on the first error. */
export function reportError(error: unknown) {
  import('./client-errors.ts').then(
    it => it.sendError(error),
    () => {},
  )
}
