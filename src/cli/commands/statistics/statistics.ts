import type { Command } from 'commander'
import { findProject } from '../../../client/lookup.ts'
import { projectNames } from '../../../client/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { day, examples, oneOf, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const DEFAULT_LIMIT = 100
const MAX_ROWS = 1_000
const MAX_COMPONENTS = 100
const groupings = ['day', 'project', 'environment', 'pipeline', 'component'] as const

interface StatisticsOptions extends CommonOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly project?: string | undefined
  readonly environment?: string | undefined
  readonly pipeline?: string | undefined
  readonly by: (typeof groupings)[number]
  readonly limit: number
}

interface StatisticsQuery {
  readonly endedFrom: string
  readonly endedBefore: string
  readonly projectId: string | undefined
  readonly environmentName: string | undefined
  readonly pipelineName: string | undefined
  readonly limit: number
}

/** Adds `headrace statistics`. */
export function addStatistics(program: Command, terminal: Terminal): void {
  withJson(program.command('statistics'))
    .description(
      'Shows how executions of published pipelines went: successes, durations, waits, rows and bytes',
    )
    .option('--from <date>', `the first day in UTC (default: ${USUAL_DAYS} days that end with the last)`, day)
    .option('--to <date>', 'the last day in UTC (default: today)', day)
    .option('-p, --project <project>', 'only this project, by id or name')
    .option('--environment <name>', 'only this environment')
    .option('--pipeline <name>', 'only this pipeline')
    .option('--by <dimension>', `one of ${groupings.join(', ')}`, oneOf(groupings), 'pipeline')
    .option(
      '--limit <n>',
      'maximum number of rows, at most 1000, and 100 of components',
      positive,
      DEFAULT_LIMIT,
    )
    .addHelpText(
      'after',
      examples([
        'headrace statistics --project Shop --by day',
        'headrace statistics --by component --from 2026-01-01 --to 2026-01-31',
      ]),
    )
    .action((options: StatisticsOptions) =>
      perform(terminal, options, (context) => showStatistics(context, options)),
    )
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

async function showStatistics(context: Context, options: StatisticsOptions): Promise<void> {
  const client = context.client()
  const { by, project, environment, pipeline, limit, to = dateOf(Date.now()) } = options
  const from = options.from ?? dateOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS)
  const query = {
    endedFrom: from,
    endedBefore: dateOf(Date.parse(to) + DAY_MS),
    projectId: project === undefined ? undefined : (await findProject(client, project)).id,
    environmentName: environment,
    pipelineName: pipeline,
    limit,
  }
  const empty = `No executions ended from ${from} to ${to}. They are counted within seconds of their end.`
  if (by === 'component') return showComponents(context, query, empty)
  const grouping = by.toUpperCase() as 'DAY' | 'PROJECT' | 'ENVIRONMENT' | 'PIPELINE'
  const { results } = await client.get('/v1/execution-statistics', { query: { ...query, by: grouping } })
  if (context.json) return context.printJson(results)
  const projectName = by === 'day' ? undefined : await projectNames(client)
  context.printTable(
    results,
    [
      {
        title: by,
        value: (one) => one.day ?? one.pipelineName ?? one.environmentName ?? projectName?.(one.projectId),
        whole: true,
      },
      ...(by === 'pipeline' || by === 'environment'
        ? [{ title: 'project', value: (one: (typeof results)[number]) => projectName?.(one.projectId) }]
        : []),
      { title: 'succeeded', value: ({ succeeded }) => String(succeeded) },
      { title: 'failed', value: ({ failed }) => String(failed) },
      { title: 'cancelled', value: ({ cancelled }) => String(cancelled) },
      { title: 'median', value: ({ medianMs }) => seconds(medianMs) },
      { title: 'p95', value: ({ p95Ms }) => seconds(p95Ms) },
      { title: 'wait', value: ({ averageWaitMs }) => seconds(averageWaitMs) },
      { title: 'rows', value: ({ rows }) => String(rows) },
      { title: 'bytes', value: ({ bytes }) => String(bytes ?? '-') },
    ],
    empty,
  )
  if (by !== 'day') noteLimit(context, results.length, limit, MAX_ROWS)
}

async function showComponents(context: Context, query: StatisticsQuery, empty: string): Promise<void> {
  const client = context.client()
  const { results } = await client.get('/v1/component-statistics', { query })
  if (context.json) return context.printJson(results)
  const projectName = await projectNames(client)
  context.printTable(
    results,
    [
      { title: 'component', value: ({ componentName }) => componentName, whole: true },
      { title: 'pipeline', value: ({ pipelineName }) => pipelineName, whole: true },
      { title: 'project', value: ({ projectId }) => projectName(projectId) },
      { title: 'total', value: ({ totalMs }) => seconds(totalMs) },
      { title: 'average', value: ({ averageMs }) => seconds(averageMs) },
      { title: 'longest', value: ({ longestMs }) => seconds(longestMs) },
      { title: 'runs', value: ({ runs }) => String(runs) },
      { title: 'failures', value: ({ failures }) => String(failures) },
      { title: 'rows', value: ({ rows }) => String(rows) },
      { title: 'bytes', value: ({ bytes }) => String(bytes ?? '-') },
    ],
    empty,
  )
  noteLimit(context, results.length, query.limit, MAX_COMPONENTS)
}

/** Says of as many rows as were asked for that there may be more. */
function noteLimit(context: Context, shown: number, limit: number, most: number): void {
  if (shown < Math.min(limit, most)) return
  const more = limit < most ? `--limit ${most} shows up to ${most}` : 'narrow it by --project or --pipeline'
  context.note(`There may be more than these ${shown}: ${more}.`)
}

const seconds = (ms: number | undefined): string => (ms === undefined ? '-' : `${(ms / 1_000).toFixed(2)} s`)
