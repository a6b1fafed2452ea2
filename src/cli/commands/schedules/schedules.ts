import type { Command } from 'commander'
import { findProject, findSchedule } from '../../../client/lookup.ts'
import type { Schedule } from '../../../client/resources.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, positive, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withView } from '../views/with-view.ts'
import { addScheduleDelete, addScheduleUpdate } from './change.ts'
import { addScheduleCreate } from './create.ts'
import { addBackfill, addHistory } from './history.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface ListOptions extends InProject, SortedBy<'/v1/projects/{projectId}/schedules'> {
  readonly view?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
}

interface NextOptions extends InProject {
  readonly count: number
}

/** Adds `headrace schedules`. */
export function addSchedules(program: Command, terminal: Terminal): void {
  const schedules = program.command('schedules').description('Manages schedules')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')
  const one = (name: string) => inProject(schedules.command(name).argument('<schedule>', 'name or id'))

  inProject(schedules.command('list', { isDefault: true }))
    .description('Lists the schedules of a project')
    .option('--pipeline <name>', 'only schedules of this pipeline')
    .option('-e, --environment <name>', 'only schedules in this environment')
    .option('--view <view>', 'filters and order of a saved view (id or name)')
    .addOption(
      sortOption<'/v1/projects/{projectId}/schedules'>(
        'name',
        'pipelineName',
        'environmentName',
        'nextRunAt',
        'lastRunAt',
      ),
    )
    .addHelpText('after', examples(['headrace schedules --project Demo']))
    .action((options: ListOptions) =>
      perform(terminal, options, (context) => listSchedules(context, options)),
    )
  addScheduleCreate(inProject(schedules.command('create').argument('<name>')), terminal)
  addScheduleUpdate(one('update'), terminal)
  addScheduleDelete(one('delete'), terminal)
  for (const [name, scheduleEnabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    one(name)
      .description(
        scheduleEnabled ? 'Enables a schedule' : 'Disables a schedule; executions in flight continue',
      )
      .action((schedule: string, options: InProject) =>
        perform(terminal, options, (context) => setEnabled(context, schedule, options, scheduleEnabled)),
      )
  }
  one('run')
    .description('Runs a schedule now; its due times do not change')
    .action((schedule: string, options: InProject) =>
      perform(terminal, options, (context) => runNow(context, schedule, options)),
    )
  one('next')
    .description('Shows the next due times of a schedule')
    .option('-n, --count <n>', 'number of due times', positive, 10)
    .action((schedule: string, options: NextOptions) =>
      perform(terminal, options, (context) => showNext(context, schedule, options)),
    )
  addHistory(one('history'), terminal)
  addBackfill(one('backfill'), terminal)
}

async function listSchedules(context: Context, options: ListOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const given = { pipelineName: options.pipeline, environmentName: options.environment, sort: options.sort }
  const query = await withView(client, 'SCHEDULES', options.view, given, project.id)
  context.printTable(
    await client.all('/v1/projects/{projectId}/schedules', { path: { projectId: project.id }, query }),
    [
      { title: 'name', value: (schedule) => schedule.name, whole: true },
      { title: 'pipeline', value: (schedule) => schedule.pipelineName },
      { title: 'environment', value: (schedule) => schedule.environmentName },
      { title: 'when', value: recurrenceText },
      { title: 'next', value: nextText },
      { title: 'last', value: (schedule) => formatInstant(schedule.lastRunAt) },
      { title: 'id', value: (schedule) => schedule.scheduleId, whole: true },
    ],
    `Project ${project.name} has no such schedule. Create one with \`headrace schedules create NAME\`.`,
  )
}

function recurrenceText({ cronExpression, intervalExpression, cronTimezone }: Schedule): string {
  if (intervalExpression === undefined) return `${cronExpression} ${cronTimezone}`
  const { interval, unit } = intervalExpression
  const noun = unit.toLowerCase()
  return interval === 1 ? `every ${noun.slice(0, -1)}` : `every ${interval} ${noun}`
}

const nextText = ({ nextRunAt, disabledReason }: Schedule): string =>
  nextRunAt === undefined ? (disabledReason ?? 'disabled') : formatInstant(nextRunAt)

async function setEnabled(context: Context, name: string, options: InProject, scheduleEnabled: boolean) {
  const client = context.client()
  const { path } = await findSchedule(client, options.project, name)
  const json = { scheduleEnabled }
  const schedule = await client.patch('/v1/projects/{projectId}/schedules/{scheduleId}', { path, json })
  if (context.json) return context.printJson(schedule)
  if (scheduleEnabled) context.print(`Enabled ${schedule.name}; it runs next at ${nextText(schedule)}.`)
  else context.print(`Disabled ${schedule.name}.`)
}

async function runNow(context: Context, name: string, options: InProject): Promise<void> {
  const client = context.client()
  const { path, schedule } = await findSchedule(client, options.project, name)
  const started = await client.post('/v1/projects/{projectId}/schedules/{scheduleId}/executions', { path })
  if (context.json) return context.printJson(started)
  context.print(`Started ${schedule.name}: ${started.pipelineExecutionId}`)
  context.note(`Follow it: ${context.command('steps', started.pipelineExecutionId)}`)
}

async function showNext(context: Context, name: string, options: NextOptions): Promise<void> {
  const client = context.client()
  const { path, schedule } = await findSchedule(client, options.project, name)
  const query = { count: options.count }
  const times = await client.get('/v1/projects/{projectId}/schedules/{scheduleId}/fire-times', {
    path,
    query,
  })
  if (context.json) return context.printJson(times)
  if (!schedule.scheduleEnabled) context.note(`${schedule.name} is disabled; if enabled, it would run at:`)
  for (const time of times.fireTimes) context.print(formatInstant(time))
  if (times.fireTimes.length === 0) context.print(`${schedule.name} has no more due times.`)
}
