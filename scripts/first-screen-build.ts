import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'

const folder = join(import.meta.dirname, '../web/first-screen')

/** Builds of the page only: inlines web/first-screen/inline.ts, which loads the page's code after the first paint. */
export const inlineFirstScreen: Plugin = {
  name: 'first-screen',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { chunk, bundle }) => {
      const libraries = Object.values(bundle ?? {}).find(
        part => part.type === 'chunk' && part.name === 'libraries',
      )
      if (!chunk || !libraries) throw new Error('The build has no entry or no chunk of libraries.')
      const script = await buildInlineScript()
      return html
        .replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          '<link rel="modulepreload" crossorigin href="$1">',
        )
        .replace(
          '</body>',
          () =>
            `<script data-libraries="/${libraries.fileName}" data-own="/${chunk.fileName}">${script}</script></body>`,
        )
    },
  },
}

/** A classic script without imports: an inline module would run only after the document is complete. */
async function buildInlineScript(): Promise<string> {
  // Loaded only to build: a start with a finished build does without Vite.
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      lib: { entry: join(folder, 'inline.ts'), formats: ['iife'], name: 'firstScreen' },
    },
  })
  const outputs = [result].flat().flatMap(built => ('output' in built ? built.output : []))
  const [chunk] = outputs
  if (chunk?.type !== 'chunk' || outputs.length > 1) throw new Error('The inline script is not one file.')
  return chunk.code.trim().replaceAll('</', '<\\/')
}

/** How the server's renderer is built: one file with everything in it, beside the manifest, which is not served. */
export const firstScreenConfig = (outDir: string): InlineConfig => ({
  // Server builds read it at run time, and would contain React's development build, too.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    minify: true,
    outDir: join(outDir, '.vite'),
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: false,
    ssr: join(folder, 'render.tsx'),
    rolldownOptions: { output: { entryFileNames: 'first-screen.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
