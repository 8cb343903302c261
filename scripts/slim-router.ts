import type { Plugin } from 'vite'

/**
 * React Router includes code that only its own server uses: prefetching by Link, and instrumentation. We use neither,
 * so the plugin leaves both out of the first download (2.6 kB).
 */
const unused: { file: string; usedBy: RegExp; replacement: string }[] = [
  {
    file: '/dom/ssr/components.js',
    usedBy: /\/(dom\/lib|components)\.js$/,
    replacement: `
      import { createContext } from 'react'
      export const FrameworkContext = createContext(undefined)
      export const usePrefetchBehavior = () => [false, undefined, undefined]
      export const mergeRefs = ref => ref
      export const PrefetchPageLinks = () => null`,
  },
  {
    file: '/router/instrumentation.js',
    usedBy: /\/router\/router\.js$/,
    replacement: `
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined
      export const getRouteInstrumentationUpdates = () => ({})
      export const instrumentClientSideRouter = router => router
      export const instrumentHandler = handler => handler
      export const instrumentationResultMetaContext = undefined`,
  },
]

/** Applies to builds only. If an update of the router removed what is patched, the build fails. */
export const slimRouter: Plugin = {
  name: 'slim-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer?.includes('/react-router/dist/') || !source.startsWith('.')) return
    const found = await this.resolve(source, importer, { skipSelf: true })
    const part = unused.find(({ file, usedBy }) => found?.id.endsWith(file) && usedBy.test(importer))
    return part && `\0react-router${part.file}`
  },
  load: id => unused.find(({ file }) => id === `\0react-router${file}`)?.replacement,
}
