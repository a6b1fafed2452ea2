import type { Command } from 'commander'
import { readUpTo } from '../../../client/cursor.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Execution } from '../../../client/resources.ts'
import { executionStates } from '../../../features/executions/states.ts'
import { paintResult } from '../../terminal/colour.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { durationBetween, formatInstant } from '../../terminal/durations.ts'
import { type LimitOptions, limitOf, moreText, withLimit } from '../../terminal/limit-options.ts'
import { examples, instant, oneOf, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withView } from '../views/with-view.ts'

type Sorted = SortedBy<'/v1/pipeline-executions'>

interface ListOptions extends CommonOptions, LimitOptions, Sorted {
  readonly view?: string | undefined
  readonly project?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
  readonly status?: Execution['status'] | undefined
  readonly schedule?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** Adds `headrace executions`. */
export function addExecutions(program: Command, terminal: Terminal): void {
  const command = withJson(program.command('executions'))
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
    .option('--after <time>', 'only started after this time; a date is midnight, local time', instant)
    .option('--before <time>', 'only started before this time; a date is midnight, local time', instant)
    .option('--view <view>', 'filters and order of a saved view (id or name); options take precedence')
    .addOption(sortOption<'/v1/pipeline-executions'>('queuedAt'))
  withLimit(command)
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
  const limit = limitOf(options)
  const { results, more } = await readUpTo(limit, (page) =>
    client.get('/v1/pipeline-executions', { query: { ...filters, ...page } }),
  )
  const { paint, terminal } = context
  context.printTable(
    results,
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
  if (more) context.note(moreText(limit))
}
