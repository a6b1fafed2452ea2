import type { Command } from 'commander'
import { readPagesUpTo } from '../../../client/cursor.ts'
import { Failure } from '../../../client/failure.ts'
import { findAssetId, findProject } from '../../../client/lookup.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { type LimitOptions, limitOf, moreText, withLimit } from '../../terminal/limit-options.ts'
import { examples, instant, oneOf, positive, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface ListOptions extends CommonOptions, LimitOptions, SortedBy<'/v1/assets'> {
  readonly project?: string | undefined
  readonly pipeline?: string | undefined
  readonly kind?: AssetKind | undefined
  readonly notWrittenSince?: string | undefined
}

interface LineageOptions extends CommonOptions {
  readonly column?: string | undefined
  readonly depth?: number | undefined
}

interface VersionOptions extends CommonOptions {
  readonly environment: string
  readonly versionName?: string | undefined
  readonly pipeline?: string | undefined
}

const kinds = ['TABLE', 'OBJECT', 'FILE', 'API', 'TOPIC'] as const
type AssetKind = (typeof kinds)[number]

/** Adds `headrace assets`, `headrace lineage` and `headrace version-lineage`. */
export function addAssets(program: Command, terminal: Terminal): void {
  withLimit(withJson(program.command('assets [search]')))
    .description('Lists what pipelines read and write, and when it was last written')
    .option('-p, --project <project>', 'only of this project, by id or name')
    .option('--pipeline <name>', 'only of this pipeline of the project')
    .option('--kind <kind>', `only of this kind: ${kinds.join(', ')}`, oneOf(kinds))
    .option(
      '--not-written-since <instant>',
      'only what was last written before then; a date is midnight, local time',
      instant,
    )
    .addOption(sortOption<'/v1/assets'>('name', 'lastWrittenTime'))
    .addHelpText(
      'after',
      examples(['headrace assets orders', 'headrace assets --project Shop --not-written-since 2026-01-31']),
    )
    .action((search: string | undefined, options: ListOptions) =>
      perform(terminal, options, (context) => listAssets(context, search, options)),
    )
  withJson(program.command('lineage <asset>'))
    .description(
      'Shows the upstream and downstream assets of an asset, which is named by its id, or by a name that no other asset has',
    )
    .option('--column <column>', 'trace this column')
    .option('--depth <steps>', 'steps each way, at most 10', positive)
    .addHelpText(
      'after',
      examples(['headrace lineage dwh.public.orders', 'headrace lineage dwh.public.orders --column amount']),
    )
    .action((asset: string, options: LineageOptions) =>
      perform(terminal, options, (context) => showLineage(context, asset, options)),
    )
  withJson(program.command('version-lineage <project>'))
    .description(
      'Shows what the pipelines of a published version will read and write, as far as their files say it',
    )
    .requiredOption('--environment <environment>', 'where the version is published')
    .option('--version-name <name>', 'the newest enabled version by default')
    .option('--pipeline <name>', 'only of this pipeline')
    .addHelpText(
      'after',
      examples(['headrace version-lineage Shop --environment Production --pipeline Load']),
    )
    .action((project: string, options: VersionOptions) =>
      perform(terminal, options, (context) => showVersion(context, project, options)),
    )
}

async function listAssets(context: Context, search: string | undefined, options: ListOptions): Promise<void> {
  const { project, pipeline: pipelineName, kind, notWrittenSince: lastWrittenBefore, sort } = options
  if (pipelineName !== undefined && project === undefined) throw new Failure('--pipeline needs --project')
  const client = context.client()
  const projectId = project === undefined ? undefined : (await findProject(client, project)).id
  const filters = { search, projectId, pipelineName, kind, lastWrittenBefore, sort }
  const limit = limitOf(options)
  const { results, more } = await readPagesUpTo(limit, (page) =>
    client.get('/v1/assets', { query: { ...filters, ...page } }),
  )
  context.printTable(
    results,
    [
      { title: 'name', value: ({ name }) => name, whole: true },
      { title: 'namespace', value: ({ namespace }) => namespace, whole: true },
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'last written', value: ({ lastWrittenTime }) => lastWrittenTime ?? '' },
    ],
    'No assets match. They appear when pipelines that read or write something are published, and when they run.',
  )
  if (more) context.note(moreText(limit))
}

async function showLineage(
  context: Context,
  named: string,
  { column, depth }: LineageOptions,
): Promise<void> {
  const assetId = await findAssetId(context.client(), named)
  if (column !== undefined) return showColumn(context, assetId, column)
  const graph = await context
    .client()
    .get('/v1/assets/{assetId}/graph', { path: { assetId }, query: { depth } })
  if (context.json) return context.printJson(graph)
  const names = new Map(graph.nodes.map((node) => [node.assetId, node.name]))
  context.printTable(
    graph.edges,
    [
      { title: 'from', value: ({ fromAssetId }) => names.get(fromAssetId) ?? fromAssetId, whole: true },
      { title: 'to', value: ({ toAssetId }) => names.get(toAssetId) ?? toAssetId, whole: true },
      { title: 'pipeline', value: ({ pipelineName }) => pipelineName },
      { title: 'component', value: ({ componentName }) => componentName },
      { title: 'environment', value: ({ environmentName }) => environmentName },
      { title: 'known from', value: ({ knownFrom }) => knownFrom.map((one) => sources[one]).join(', ') },
    ],
    'Nothing is known to be upstream or downstream of it.',
  )
  const hidden = graph.nodes.reduce((sum, one) => sum + one.hiddenUpstream + one.hiddenDownstream, 0)
  if (hidden > 0) context.note(`${hidden} assets next to these are in environments that you do not see.`)
  if (graph.truncated) context.note('There is more than is shown: use --depth, or start from another asset.')
}

const sources = { RUN: 'runs', VERSION: 'the published version' } as const

async function showVersion(
  context: Context,
  project: string,
  { environment: environmentName, versionName, pipeline: pipelineName }: VersionOptions,
): Promise<void> {
  const client = context.client()
  const projectId = (await findProject(client, project)).id
  const lineage = await client.get('/v1/projects/{projectId}/artifacts/lineage', {
    path: { projectId },
    query: { environmentName, versionName, pipelineName },
  })
  if (context.json) return context.printJson(lineage)
  const listed = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(', ')
  context.printTable(
    lineage.steps,
    [
      { title: 'pipeline', value: (one) => one.pipelineName, whole: true },
      { title: 'component', value: ({ componentName }) => componentName, whole: true },
      { title: 'reads', value: ({ reads }) => listed(reads), whole: true },
      { title: 'writes', value: ({ writes }) => listed(writes), whole: true },
    ],
    `Version ${lineage.versionName} names nothing that it reads or writes: names that only a run knows are left out.`,
  )
  const unread = lineage.steps.flatMap((one) =>
    one.unread.map(
      (reason) => `${[one.pipelineName, one.componentName].filter(Boolean).join(', ')}: ${reason}`,
    ),
  )
  for (const reason of unread) context.note(`Not read: ${reason}`)
  if (lineage.truncated) context.note('There is more than is shown: use --pipeline.')
}

async function showColumn(context: Context, assetId: string, column: string): Promise<void> {
  const trace = await context
    .client()
    .get('/v1/assets/{assetId}/column-lineage', { path: { assetId }, query: { column } })
  if (context.json) return context.printJson(trace)
  const rows = [
    ...trace.upstream.map((one) => ({ ...one, way: 'made of' })),
    ...trace.downstream.map((one) => ({ ...one, way: 'goes into' })),
  ]
  context.printTable(
    rows,
    [
      { title: 'way', value: ({ way }) => way },
      { title: 'asset', value: ({ name }) => name, whole: true },
      { title: 'column', value: (one) => one.column },
      { title: 'steps', value: ({ distance }) => String(distance) },
      { title: 'pipelines', value: ({ pipelines }) => pipelines.join(', '), whole: true },
    ],
    `Nothing is known of a column ${column}.`,
  )
}
