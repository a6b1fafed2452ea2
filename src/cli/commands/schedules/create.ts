import type { Command } from 'commander'
import { findProject, findRunner } from '../../../client/lookup.ts'
import type { Schedule } from '../../../client/resources.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, dateOrInstant, examples, instantIn, oneOf, positive } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { gridValues, scalarValues } from '../executions/start-values.ts'
import { type IntervalExpression, interval } from './interval.ts'

type MissedRunPolicy = Schedule['missedRunPolicy']

interface CreateOptions extends CommonOptions {
  readonly project: string
  readonly pipeline: string
  readonly environment: string
  readonly cron?: string | undefined
  readonly every?: IntervalExpression | undefined
  readonly zone?: string | undefined
  readonly from?: string | undefined
  readonly version?: string | undefined
  readonly runner?: string | undefined
  readonly var?: readonly string[] | undefined
  readonly grid?: readonly string[] | undefined
  readonly overlap?: boolean | undefined
  readonly missed?: MissedRunPolicy | undefined
  readonly jitter?: number | undefined
  readonly dueTimeVariable?: string | undefined
  readonly disabled?: boolean | undefined
}

const missedRunPolicies: readonly MissedRunPolicy[] = ['RUN_ONCE', 'SKIP', 'RUN_ALL']
/** Completes `headrace schedules create`. */
export function addScheduleCreate(command: Command, terminal: Terminal): void {
  command
    .description('Creates a schedule')
    .requiredOption('--pipeline <name>', 'published pipeline to run')
    .requiredOption('-e, --environment <name>', 'environment to run in')
    .option('--cron <expression>', 'Quartz with 6 or 7 fields (seconds first), or Unix cron with 5')
    .option('--every <interval>', 'instead of --cron: 15m, 2h, 1d, 1w', interval)
    .option('--zone <name>', 'IANA time zone; UTC by default')
    .option(
      '--from <time>',
      'no run is due before this time; intervals are counted from it; a date is midnight in the time zone',
      dateOrInstant,
    )
    .option('--version <name>', 'version to run; the latest published one by default')
    .option('--runner <runner>', "id or name of the runner; the environment's own by default")
    .option('--var <name=value>', 'value of a scalar variable; may be repeated', collect)
    .option('--grid <name=@file>', 'rows of a grid variable, from a .json or .csv file', collect)
    .option('--no-overlap', 'skip a run while the previous one is in flight')
    .option(
      '--missed <policy>',
      'after downtime: RUN_ONCE (default), SKIP or RUN_ALL',
      oneOf(missedRunPolicies),
    )
    .option(
      '--jitter <seconds>',
      'delay each run by up to this many seconds; the delay is constant per schedule',
      positive,
    )
    .option('--due-time-variable <name>', 'scalar variable that receives the due time of each run')
    .option('--disabled', 'create it disabled')
    .addHelpText(
      'after',
      examples([
        'headrace schedules create Nightly -p Demo -e Production --pipeline daily-load --cron "0 30 2 * * ?" --zone Europe/Berlin',
        'headrace schedules create Often -p Demo -e Production --pipeline poll --every 15m --no-overlap',
      ]),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createSchedule(context, name, options)),
    )
}

async function createSchedule(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const json = {
    pipeline: {
      pipelineName: pipelineReference(options.pipeline),
      environmentName: options.environment,
      versionName: options.version,
      agentId: options.runner === undefined ? undefined : (await findRunner(client, options.runner)).agentId,
      scalarVariables: options.var && scalarValues(options.var),
      gridVariables: options.grid && gridValues(options.grid, context.terminal.cwd),
      dueTimeVariable: options.dueTimeVariable,
    },
    schedule: {
      name,
      cronExpression: options.cron,
      intervalExpression: options.every,
      cronTimezone: options.zone,
      effectiveFrom: options.from && instantIn(options.zone ?? 'UTC', options.from),
      scheduleEnabled: options.disabled ? false : undefined,
      allowConcurrentExecutions: options.overlap === false ? false : undefined,
      missedRunPolicy: options.missed,
      jitterSeconds: options.jitter,
    },
  }
  const names = { projectId: project.id, ...json.pipeline }
  const created = await withNameHint(client, names, () =>
    client.post('/v1/projects/{projectId}/schedules', { path: { projectId: project.id }, json }),
  )
  if (context.json) return context.printJson(created)
  context.print(`Created schedule ${name}: ${created.scheduleId}`)
  context.note(
    `See when it runs: ${context.command('schedules', 'next', created.scheduleId, '-p', options.project)}`,
  )
}
