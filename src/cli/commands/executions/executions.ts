import type { Command } from 'commander'
import type { Client } from '../../../client/client.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Arguments } from '../../../client/operations.ts'
import type { Execution } from '../../../client/resources.ts'
import { executionStates } from '../../../features/executions/states.ts'
import { paintResult } from '../../terminal/colour.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { durationBetween, formatInstant } from '../../terminal/durations.ts'
import { examples, instant, oneOf, positive, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withView } from '../views/with-view.ts'

type Sorted = SortedBy<'/v1/pipeline-executions'>

const MAX_PAGE_ITEMS = 100
const DEFAULT_LIMIT = 25

interface ListOptions extends CommonOptions, Sorted {
  readonly view?: string | undefined
  readonly project?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
  readonly status?: Execution['status'] | undefined
  readonly schedule?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
  readonly all?: boolean | undefined
}

/** Adds `headrace executions`. */
export function addExecutions(program: Command, terminal: Terminal): void {
  withJson(program.command('executions'))
    .summary('Lists executions')
    .description('Lists executions, the newest first unless --sort or the view says otherwise')
    .option('-p, --project <project>', 'only of this project (id or name)')
    .option('--pipeline <name>', 'only of pipelines with this part in their name')
    .option('-e, --environment <name>', 'only in this environment')
    .option(
      '--status <status>',
      'only in this status: QUEUED, RUNNING, SUCCESS, FAILED, CANCELLED, …',
      oneOf(executionStates),
    )
    .option('--schedule <id>', 'only started by this schedule')
    .option('--after <time>', 'only started after this time', instant)
    .option('--before <time>', 'only started before this time', instant)
    .option('--view <view>', 'filters and order of a saved view (id or name); options take precedence')
    .addOption(sortOption<'/v1/pipeline-executions'>('queuedAt'))
    .option('--limit <n>', 'maximum number of rows', positive, DEFAULT_LIMIT)
    .option('--all', 'show all')
    .addHelpText(
      'after',
      examples([
        'headrace executions --project Demo --status FAILED',
        'headrace executions --after 2025-03-01 --all --json',
        'headrace executions --view "Failed since Monday"',
      ]),
    )
    .action((options: ListOptions) =>
      perform(terminal, options, (context) => listExecutions(context, options)),
    )
}

async function listExecutions(context: Context, options: ListOptions): Promise<void> {
  const client = context.client()
  const projectId =
    options.project === undefined ? undefined : (await findProject(client, options.project)).id
  const given = {
    projectId,
    pipelineName: options.pipeline,
    environmentName: options.environment,
    ...(options.status !== undefined && { status: [options.status] }),
    scheduleId: options.schedule,
    startedAfter: options.after,
    startedBefore: options.before,
    sort: options.sort,
  }
  const filters = await withView(client, 'EXECUTIONS', options.view, given, projectId)
  const limit = options.all ? Number.POSITIVE_INFINITY : options.limit
  const { executions, more } = await readExecutions(client, filters, limit)
  const { paint, terminal } = context
  context.printTable(
    executions,
    [
      { title: 'id', value: (execution) => execution.pipelineExecutionId, whole: true },
      {
        title: 'status',
        value: (execution) => execution.status,
        paint: (text, execution) => paintResult(paint, execution.status, text),
        whole: true,
      },
      { title: 'pipeline', value: (execution) => execution.pipelineName },
      { title: 'environment', value: (execution) => execution.environmentName },
      { title: 'started', value: (execution) => formatInstant(execution.startedAt) },
      {
        title: 'time',
        value: (execution) => durationBetween(execution.startedAt, execution.finishedAt, terminal.now()),
        align: 'right',
      },
      { title: 'trigger', value: (execution) => execution.trigger },
      { title: 'message', value: (execution) => execution.message },
    ],
    'No execution matches. Start one with `headrace run PIPELINE`.',
  )
  if (more) context.note(`More exist: --limit ${limit * 2} or --all shows them.`)
}

type Query = NonNullable<NonNullable<Arguments<'get', '/v1/pipeline-executions'>[0]>['query']>
type Filters = Omit<Query, 'limit' | 'paginationToken'>

/** Up to `limit` executions, following the cursor (docs/reference), and whether there are more. */
async function readExecutions(client: Client, filters: Filters, limit: number) {
  const executions: Execution[] = []
  let paginationToken: string | undefined
  do {
    const page = await client.get('/v1/pipeline-executions', {
      query: {
        ...filters,
        limit: Math.min(MAX_PAGE_ITEMS, limit - executions.length),
        paginationToken,
      },
    })
    executions.push(...page.results)
    paginationToken = page.more
  } while (paginationToken !== undefined && executions.length < limit)
  return { executions, more: paginationToken !== undefined }
}
