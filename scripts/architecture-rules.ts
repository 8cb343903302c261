/** The rules of docs/ARCHITECTURE.md that an import graph can show. */
export const rules = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
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
      comment: 'main.ts may start the web build and the demonstration content.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/main\\.ts$' },
      to: { path: '^(web|demo|bench|tests|scripts)/' },
    },
    {
      name: 'web-features-do-not-import-each-other',
      comment: 'Pages are where features meet.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/(features|pages)/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'web-ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^web/(ui|lib)/' },
      to: { path: '^web/(features|pages)/' },
    },
    {
      name: 'server-features-share-only-queries',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/features/',
        pathNot: '^server/features/$1/|/queries\\.ts$|^server/features/auth/password\\.ts$',
      },
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
