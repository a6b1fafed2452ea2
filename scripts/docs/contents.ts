/** A part of the site's menu and the documents of the repository in it, in reading order. */
export interface Chapter {
  readonly title: string
  readonly documents: readonly string[]
}

const guides = (...names: string[]): string[] => names.map((name) => `docs/guides/${name}.md`)
const lessons = (...names: string[]): string[] => names.map((name) => `docs/pipelines/${name}.md`)

const listed: readonly Chapter[] = [
  { title: 'Start', documents: ['docs/README.md', 'docs/start.md', 'docs/concepts.md'] },
  {
    title: 'Learn to write pipelines',
    documents: lessons(
      'README',
      'first-pipeline',
      'flow',
      'variables',
      'calling',
      'iterators-and-grids',
      'transformations',
      'validation',
      'tests',
      'other-dialects',
      'editors',
    ),
  },
  {
    title: 'How to',
    documents: guides(
      'repositories',
      'variables',
      'schedules',
      'alerts',
      'connections',
      'connectors',
      'continuous-integration',
      'typescript-client',
      'python-client',
      'orchestrators',
      'terraform',
      'assistants',
    ),
  },
  {
    title: 'Databases',
    documents: [
      'README',
      'duckdb',
      'lake',
      'postgresql',
      'mysql',
      'redshift',
      'bigquery',
      'snowflake',
      'databricks',
      'clickhouse',
    ].map((name) => `docs/warehouses/${name}.md`),
  },
  {
    title: 'Operate',
    documents: [
      ...guides('operate', 'scale-out', 'proxy', 'upgrade', 'debugging', 'faults'),
      'docs/performance.md',
      'docs/comparison.md',
    ],
  },
  { title: 'Security', documents: ['SECURITY.md', ...guides('access', 'identity-providers')] },
  {
    title: 'Reference',
    documents: [
      'docs/reference/commands.md',
      'docs/reference/settings.md',
      'docs/reference/connections.md',
      'docs/components.md',
      'docs/pipelines/transformation-components.md',
      'docs/reference/README.md',
      'docs/reference/specification.md',
      'docs/reference/decisions.md',
      'docs/reference/pipelines.md',
      'docs/reference/problems.md',
      'docs/reference/terraform.md',
      'docs/states.md',
    ],
  },
  {
    title: 'Contribute',
    documents: [
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      ...guides('testing', 'errors', 'release', 'add-an-operation', 'add-a-component', 'add-a-page'),
      ...guides('add-a-migration', 'add-a-setting', 'add-a-background-pass', 'add-a-warehouse'),
      'docs/dependencies.md',
      'CHANGELOG.md',
    ],
  },
]

const IS_RECORD = /^docs\/adr\/\d{4}-/

/** The menu of the site over these documents. One that nobody placed is a guide, so that no page is lost. */
export function chaptersOf(documents: readonly string[]): Chapter[] {
  const placed = new Set(listed.flatMap((chapter) => chapter.documents))
  const present = new Set(documents)
  const others = documents.filter((path) => path.startsWith('docs/') && !placed.has(path))
  const records = others.filter((path) => IS_RECORD.test(path)).sort()
  const guidesWithoutPlace = others.filter((path) => !IS_RECORD.test(path)).sort()
  return [
    ...listed.map((chapter) => ({
      title: chapter.title,
      documents: [
        ...chapter.documents.filter((path) => present.has(path)),
        ...(chapter.title === 'How to' ? guidesWithoutPlace : []),
      ],
    })),
    { title: 'Decision records', documents: records },
  ]
}

/** Where the site shows a document: `docs/guides/access.md` is at `guides/access`, a README at its folder. */
export function addressOf(document: string): string {
  const path = document.replace(/^docs\//, '').replace(/\.md$/, '')
  return path.replace(/(^|\/)README$/, '').toLowerCase()
}
