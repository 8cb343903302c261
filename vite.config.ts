import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { paintFirst } from './scripts/paint-first.ts'
import { slimRouter } from './scripts/slim-router.ts'
import { api } from './shared/api.ts'
import type { Endpoint } from './shared/endpoint.ts'

const server = 'http://localhost:3000'

/**
 * The browser calls by method and path. What the contract checks with stays out of the first bytes, however long the
 * contract grows; a form imports the schema it validates with from `shared/api/<noun>.ts`.
 */
const contractPaths: Plugin = {
  name: 'contract-paths',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/shared/api.ts')) return
    const pathsOnly = (_name: string, value: Partial<Endpoint>) =>
      value.path && value.method ? { method: value.method, path: value.path } : value
    return `export const api = ${JSON.stringify(api, pathsOnly)}`
  },
}

export default defineConfig({
  root: 'web',
  plugins: [contractPaths, slimRouter, react(), paintFirst()],
  // Beside it the server's meta.json, written by scripts/build-web.ts: where they differ, the page is old.
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no inline script that the server did not read in index.html.
    modulePreload: { polyfill: false },
    // Data URLs would be refused as fonts, and as files small pictures are cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Each file's name stands in the first bytes, and of it the hash alone cannot be compressed: one letter less of each.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What changes with a release of ours is apart from what does not: readers keep the latter.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//,
            },
            // Else what a later page shares with the first would be split off, file by file: 1.5 kB more.
            { name: 'first', tags: ['$initial'] },
            // One file, not three: each that a page may want is named in the first bytes.
            { name: 'suggestions', test: /web\/(lib\/(suggestions|slash-key)|ui\/SuggestedInput)\./ },
          ],
        },
      },
    },
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': server,
      '/images': server,
      '/wp-json': server,
      '/blog-images': server,
      '/__paypal': server,
    },
  },
})
