/** The layers of the server. A file imports from its own layer and from those below it. */
export const serverLayers = [
  '^server/(main\\.ts|admin\\.ts|shell/)',
  '^server/app\\.ts$',
  '^server/jobs/',
  '^server/features/',
  '^server/http/',
  '^server/services\\.ts$',
  '^server/db/',
  '^server/outside/',
  '^server/((config|logger|viewer)\\.ts$|lib/)',
]

const tests = '\\.test\\.ts$'

/** The rules of docs/ARCHITECTURE.md that an import graph can show. */
export const rules = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Imports of types count, too: files that need each other are one subject.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...serverLayers.slice(1).map((layer, above) => ({
      name: 'layers',
      severity: 'error',
      from: { path: layer, pathNot: tests },
      to: { path: serverLayers.slice(0, above + 1).join('|') },
    })),
    {
      name: 'shared-imports-neither-side',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|web|demo|bench|tests|scripts)/|^node:|^fs$|^path$' },
    },
    {
      name: 'web-imports-only-shared',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|demo|bench|tests|scripts)/' },
    },
    {
      name: 'server-never-imports-web-or-tests',
      comment:
        'main.ts may start the web build and the demonstration content; a command of the shell plays its book.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/(main|shell/commands)\\.ts$' },
      to: { path: '^(web|demo|bench|tests|scripts)/' },
    },
    {
      name: 'web-features-do-not-import-each-other',
      comment: 'Pages are where features meet.',
      severity: 'error',
      from: { path: '^web/features/(desk/[^/]+|[^/]+)/' },
      to: { path: '^web/(features|pages|[^/]+$)', pathNot: '^web/features/$1/' },
    },
    {
      name: 'web-domain-knows-no-feature',
      severity: 'error',
      from: { path: '^web/domain/' },
      to: { path: '^web/(features|pages|[^/]+$)' },
    },
    {
      name: 'web-ui-knows-no-domain',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(domain|features|pages|[^/]+$)' },
    },
    {
      name: 'web-lib-knows-no-component',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/(ui|domain|features|pages|[^/]+$)' },
    },
    {
      name: 'server-features-share-only-queries',
      comment:
        'Cards, history, mail, members, pictures, tiles and judging (pure functions) have no calls of their own: they serve the other features. Passkeys are proved in several. A room of the desk may run any flow.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$|^server/features/desk/' },
      to: {
        path: '^server/features/',
        pathNot:
          '^server/features/($1|cards|history|judging|mail|members|pictures|tiles)/|/queries\\.ts$|/factors/passkeys\\.ts$',
      },
    },
    {
      name: 'no-feature-imports-the-desk',
      comment: 'Flows belong to their noun, whoever runs them: the desk, a member or the shell.',
      severity: 'error',
      from: { path: '^server/features/', pathNot: `${tests}|^server/features/desk/` },
      to: { path: '^server/features/desk/' },
    },
    {
      name: 'only-outside-opens-sockets',
      comment: 'The embedded database and the tests have sockets of their own.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(outside|db)/|\\.test\\.ts$' },
      to: { path: '^node:(net|tls|http|https|dgram|child_process)$' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|node_modules)/' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.css', '.json'] },
  },
}
