import type { Command } from 'commander'
import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findRunner, findSchedule } from '../../../client/lookup.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { dateOrInstant, examples, instantIn } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type IntervalExpression, interval } from './interval.ts'

interface UpdateOptions extends CommonOptions {
  readonly project: string
  readonly name?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
  readonly cron?: string | undefined
  readonly every?: IntervalExpression | undefined
  readonly zone?: string | undefined
  readonly from?: string | undefined
  readonly version?: string | undefined
  readonly runner?: string | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly project: string
  readonly yes?: boolean | undefined
}

const ONE = '/v1/projects/{projectId}/schedules/{scheduleId}'

/** Completes `headrace schedules update`. */
export function addScheduleUpdate(command: Command, terminal: Terminal): void {
  command
    .description('Changes a schedule; options that you omit keep their values')
    .option('--name <name>', 'its new name')
    .option('--pipeline <name>', 'published pipeline to run')
    .option('-e, --environment <name>', 'environment to run in')
    .option('--cron <expression>', 'Quartz with 6 or 7 fields (seconds first), or Unix cron with 5')
    .option('--every <interval>', 'instead of --cron: 15m, 2h, 1d, 1w', interval)
    .option('--zone <name>', 'IANA time zone')
    .option(
      '--from <time>',
      'no run is due before this time; intervals are counted from it; a date is midnight in the time zone',
      dateOrInstant,
    )
    .option('--version <name>', 'version to run; `latest` for the latest published one')
    .option('--runner <runner>', 'id or name of the runner; `default` for that of the environment')
    .addHelpText(
      'after',
      examples([
        'headrace schedules update Nightly -p Demo --cron "0 0 3 * * ?"',
        'headrace schedules update Nightly -p Demo --every 6h --version latest',
      ]),
    )
    .action((schedule: string, options: UpdateOptions) =>
      perform(terminal, options, (context) => updateSchedule(context, schedule, options)),
    )
}

/** Completes `headrace schedules delete`. */
export function addScheduleDelete(command: Command, terminal: Terminal): void {
  command
    .description('Deletes a schedule and its history; executions that it started are kept')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace schedules delete Nightly -p Demo --yes']))
    .action((schedule: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteSchedule(context, schedule, options)),
    )
}

async function updateSchedule(context: Context, idOrName: string, options: UpdateOptions): Promise<void> {
  const client = context.client()
  const { runner, version, cron, every } = options
  if (cron !== undefined && every !== undefined) throw new Failure('Pass either --cron or --every.')
  const { path, schedule } = await findSchedule(client, options.project, idOrName)
  const json = {
    name: options.name,
    pipelineName: options.pipeline === undefined ? undefined : pipelineReference(options.pipeline),
    environmentName: options.environment,
    cronExpression: every === undefined ? cron : null,
    intervalExpression: cron === undefined ? every : null,
    cronTimezone: options.zone,
    effectiveFrom: options.from && instantIn(options.zone ?? schedule.cronTimezone, options.from),
    versionName: version === 'latest' ? null : version,
    runnerId: await runnerOf(client, runner),
  }
  if (Object.values(json).every((value) => value === undefined))
    throw new Failure('There is nothing to change.', { hint: 'See `headrace schedules update --help`.' })
  const changed = await client.patch(ONE, { path, json })
  if (context.json) context.printJson(changed)
  else context.print(`Changed schedule ${changed.name}.`)
}

/** Null means that of the environment, undefined the one that it has. */
async function runnerOf(client: Client, runner: string | undefined): Promise<string | null | undefined> {
  if (runner === undefined) return undefined
  return runner === 'default' ? null : (await findRunner(client, runner)).agentId
}

async function deleteSchedule(context: Context, idOrName: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { path, schedule } = await findSchedule(client, options.project, idOrName)
  await confirm(context, `Delete schedule ${schedule.name}?`, options.yes)
  await client.delete(ONE, { path })
  if (context.json) context.printJson({ id: path.scheduleId, deleted: true })
  else context.print(`Deleted schedule ${schedule.name}.`)
}
