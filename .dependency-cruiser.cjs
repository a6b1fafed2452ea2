/** The import rule of ARCHITECTURE.md. `npm run arch` checks it; test/architecture checks that it read our files. */

/** Code in `folder` may import only from the `allowed` folders (and packages, which other rules limit). */
const mayUse = (folder, ...allowed) => ({
  name: `${folder.replaceAll('/', '-')}-may-use-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(src|web|test|bench|demo|scripts)/',
    pathNot: [`^${folder}/`, ...allowed.map((name) => `^src/${name}`)],
  },
})

/** Only `files` may import `packages`. */
const onlyIn = (packages, ...files) => ({
  name: `${packages[0].replaceAll(/[^a-z-]+/g, '')}-has-its-place`,
  severity: 'error',
  from: { path: '^(src|web)/', pathNot: [...files, '\\.test\\.ts$'] },
  to: { path: `node_modules/(${packages.join('|')})/`, dependencyTypesNot: ['type-only'] },
})

/** Files of these kinds: `rules.ts`, and `rerun-rules.ts` where a room has several. */
const file = (...kinds) => `[/-](${kinds.join('|')})\\.ts$`

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Not through a dynamic import either: what depends on each other cannot be read one by one.',
      from: {},
      to: { circular: true },
    },

    mayUse('src/lib'),
    mayUse('src/protocol'),
    mayUse('src/db', 'lib/'),
    mayUse('src/http', 'lib/', 'db/'),
    {
      name: 'http-reaches-the-database-for-idempotency-only',
      severity: 'error',
      comment: 'docs/adr/0013: a stored response belongs to the transaction of its work.',
      from: { path: '^src/http/', pathNot: ['^src/http/idempotency/', '\\.test\\.ts$'] },
      to: { path: '^src/db/' },
    },
    mayUse('src/warehouses', 'lib/'),
    mayUse('src/sql', 'warehouses/', 'lib/'),
    mayUse('src/git', 'lib/'),
    mayUse('src/connections', 'lib/'),
    mayUse('src/connectors', 'lib/'),
    mayUse('src/pipeline', 'lib/'),
    mayUse('src/components', 'pipeline/', 'warehouses/', 'connections/', 'connectors/', 'lib/'),
    mayUse(
      'src/runner',
      'components/',
      'pipeline/',
      'warehouses/',
      'connections/',
      'connectors/',
      'protocol/',
      'lib/',
    ),
    mayUse(
      'src/features',
      'http/',
      'db/',
      'git/',
      'connections/',
      'connectors/',
      'pipeline/',
      'protocol/',
      'lib/',
      'assistant/',
      'client/',
    ),
    {
      name: 'agent-tasks-alone-call-the-api',
      severity: 'error',
      comment: 'Slices use the services of others; only what acts for a caller goes through the API.',
      from: { path: '^src/features/', pathNot: ['^src/features/agent-tasks/', '\\.test\\.ts$'] },
      to: { path: '^src/(assistant|client)/' },
    },
    mayUse('src/client', 'pipeline/', 'lib/'),
    // Of the slices only what is pure: the names of states, and what an environment of production is.
    mayUse(
      'src/assistant',
      'client/',
      'components/catalog',
      'pipeline/',
      'lib/',
      'features/executions/states',
      'features/environments/rules',
    ),
    // Only the language, which is pure: the Designer reads, checks and edits files with it (docs/adr/0035).
    mayUse('web', 'pipeline/'),

    {
      name: 'a-slice-is-entered-by-its-front-doors',
      severity: 'error',
      comment:
        'Another slice is used through service.ts, access.ts, access-sql.ts, schema.ts or states.ts; never its store, rules, work or routes.',
      from: { path: '^src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '/(service|access|access-sql|schema|states)\\.ts$'],
      },
    },
    {
      name: 'a-slice-is-wired-by-roles-alone',
      severity: 'error',
      comment: 'slice.ts puts a feature together for an API process; everybody else uses what it offers.',
      from: { path: '^(src|web)/', pathNot: ['^src/roles/', '\\.test\\.ts$'] },
      to: { path: '^src/features/[^/]+/slice\\.ts$' },
    },
    {
      name: 'routes-never-reach-the-store',
      severity: 'error',
      from: { path: file('routes') },
      to: { path: '^src/features/.*store\\.ts$' },
    },
    {
      name: 'rules-and-states-are-pure',
      severity: 'error',
      comment: 'They decide; whoever calls them acts.',
      from: { path: `^src/features/.*${file('rules', 'states')}` },
      to: {
        path: [
          '^src/(http|db|git)/',
          file('service', 'work', 'routes', 'access', 'store'),
          '^(node:)?(fs|net|http|child_process)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },

    onlyIn(
      ['kysely', 'pg', 'pg-copy-streams'],
      '^src/db/',
      `^src/(features|http)/.*${file('store', 'sql')}`,
      '^src/warehouses/postgres/',
    ),
    onlyIn(['fastify', '@fastify/'], '^src/http/', '^src/roles/', `^src/features/.*${file('routes')}`),
    onlyIn(
      ['typebox'],
      file('schema', 'routes'),
      '^src/http/',
      '^src/protocol/',
      '^src/components/',
      '^src/assistant/',
    ),
    onlyIn(['@modelcontextprotocol/'], '^src/cli/commands/mcp/'),
    onlyIn(['mysql2'], '^src/warehouses/mysql/'),
    onlyIn(['@duckdb/'], '^src/warehouses/duckdb/'),
    onlyIn(['@polyglot-sql/'], '^src/sql/'),
    onlyIn(['commander'], '^src/cli/', '^src/main\\.ts$'),

    {
      name: 'tests-stay-out-of-production',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|demo|scripts)/|\\.test\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true, // see `import type` too
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
