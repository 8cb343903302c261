import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { inlineFirstScreen } from './scripts/first-screen-build.ts'
import * as api from './shared/api.ts'
import { listEndpoints } from './shared/endpoint.ts'
import { defaultWords } from './shared/site-defaults.ts'
import { fillIn, pageWordsOf } from './shared/site-words.ts'

const server = 'http://localhost:3000'

/**
 * The browser calls by method and path. What the contract checks with stays out of the first bytes, however long the
 * contract grows; a form imports the schema it validates with from `shared/api/<noun>.ts`.
 */
const contractPaths: Plugin = {
  name: 'contract-paths',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source.startsWith('contract-paths:')) return `\0${source}`
    // `logos` in shared/api.ts, `desk/books` in shared/api/desk.ts, which lists the rooms.
    const [, file] = /^\.\/(?:api\/)?([\w/-]+)\.ts$/.exec(source) ?? []
    if (file && file !== 'desk' && /\/shared\/(api|api\/desk)\.ts$/.test(importer ?? ''))
      return `\0contract-paths:${file}`
  },
  load(id) {
    const [, file, call] = /^\0contract-paths:([\w/-]+)(?:#(\w+))?$/.exec(id) ?? []
    if (!file) return
    const noun = file.replaceAll('/', '.').replace(/-./g, ([, letter]) => letter!.toUpperCase())
    const calls = listEndpoints(api).filter(({ group }) => group === noun)
    if (!calls.length) throw new Error(`No calls: ${noun}`)
    // A module for each call: the first download has only those that it makes.
    if (!call)
      return calls.map(({ name }) => `export { ${name} } from 'contract-paths:${file}#${name}'`).join('\n')
    const { method, path } = calls.find(({ name }) => name === call)!.endpoint
    return `export const ${call} = ${JSON.stringify({ method, path })}`
  },
}

/** In development Vite sends the page, which then says what a new site says. */
const siteWords: Plugin = {
  name: 'site-words',
  apply: 'serve',
  transformIndexHtml() {
    const words = pageWordsOf(fillIn(defaultWords), 0, new Date())
    return [
      { tag: 'script', attrs: { type: 'application/json', id: 'site' }, children: JSON.stringify(words) },
    ]
  },
}

export default defineConfig({
  root: 'web',
  plugins: [contractPaths, siteWords, react(), inlineFirstScreen],
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
            // One file, not three: every page loads these once it is idle.
            {
              name: 'background',
              test: /web\/(background|lib\/(loading\/background|navigation\/unsent-work|keyboard\/shortcuts))\./,
            },
            // One file, not four: what the edges of a page load once its middle is there.
            {
              name: 'footer',
              test: /web\/(domain\/page\/Footer|features\/news\/Announcement|ui\/controls\/ThemeSwitch|ui\/display\/Mark)\./,
            },
            // One stylesheet, not four: with more of them than connections a logo's page would wait for a second turn. Styles
            // alone: a group takes along what its modules import, and other pages would load it.
            {
              name: 'logo',
              test: /web\/(pages\/LogoPage|features\/logos\/(LogoView|LogoFacts|Related)|domain\/logos\/SizePreview|domain\/designers\/\w+)\.module\.css/,
            },
            // One file, not four, of a few hundred bytes each.
            {
              name: 'rules',
              test: /(shared\/rules|web\/domain\/\w+)\/(books|book-slug|delete-window|keywords)\./,
            },
            // One file, not a dozen, of the calls that pages share.
            { name: 'calls', test: /contract-paths:/, minShareCount: 2 },
            // One file, not eight: what every form is made of.
            {
              name: 'forms',
              test: /node_modules\/(zod|@hookform|react-hook-form)\/|shared\/api\/fields\.|shared\/rules\/(file-name|password)\.|web\/ui\/controls\/(Field|PasswordField)\./,
            },
            // One file, not five: the pages of the site's own texts share them.
            {
              name: 'texts',
              test: /web\/domain\/(page\/(TextPage|ArticlePage|Marks)|site\/words-query)\.|shared\/rules\/(article|slug)\./,
            },
            // One file, not five: dialogs.
            {
              name: 'dialog',
              test: /@base-ui\/react\/(alert-)?dialog\/|web\/ui\/messages\/(ConfirmDialog|Dialog)\./,
            },
            // One file, not three, of a few hundred bytes each.
            { name: 'queries', test: /web\/\w+\/\w+\/(award-queries|books-query|designer-queries)\./ },
            // What draws an icon, and those that pages share.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/((?!icons\/)|icons\/(check|arrow-right|lock|x)\.)/,
            },
            // Else they would be part of the next one, which the account's pages do not need.
            { name: 'storage', test: /web\/lib\/storage\/(draft-storage|preferences)\./ },
            // One file, not three: each that a page may want is named in the first bytes.
            {
              name: 'suggestions',
              test: /web\/(domain\/search\/(suggestions|recent-searches|SuggestedInput)|lib\/keyboard\/slash-key|features\/search\/filters)\./,
            },
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
      '/manifest.webmanifest': server,
      '/wp-json': server,
      '/blog-images': server,
      '/__paypal': server,
    },
  },
})
