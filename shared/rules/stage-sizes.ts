/** The `sizes` attribute of a logo on the stage. */
export const stageSizes = '(width < 900px) min(100vw - 72px, 62vh - 72px), min(80vh, 60vw)'
