import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject, findTrigger } from '../../../client/lookup.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type ConditionOptions, conditionOf, conditionText, withCondition } from './condition.ts'
import { addTriggerCreate } from './create.ts'
import { addTriggerBackfill, addTriggerHistory, addTriggerSend } from './history.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface ListOptions extends InProject, SortedBy<'/v1/projects/{projectId}/triggers'> {
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
}

interface UpdateOptions extends InProject, ConditionOptions {
  readonly name?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
  readonly version?: string | undefined
}

interface DeleteOptions extends InProject {
  readonly yes?: boolean | undefined
}

const ONE = '/v1/projects/{projectId}/triggers/{triggerId}'

/** Adds `headrace triggers`. */
export function addTriggers(program: Command, terminal: Terminal): void {
  const triggers = program
    .command('triggers')
    .description('Manages triggers, which start pipelines when data arrives or an event occurs')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')
  const one = (name: string) => inProject(triggers.command(name).argument('<trigger>', 'name or id'))

  inProject(triggers.command('list', { isDefault: true }))
    .description('Lists the triggers of a project')
    .option('--pipeline <name>', 'only triggers of this pipeline')
    .option('-e, --environment <name>', 'only triggers in this environment')
    .addOption(sortOption<'/v1/projects/{projectId}/triggers'>('name', 'pipelineName', 'environmentName'))
    .addHelpText('after', examples(['headrace triggers --project Demo']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listTriggers(context, options)))
  addTriggerCreate(inProject(triggers.command('create').argument('<name>')), terminal)
  withCondition(one('update'))
    .description('Changes a trigger; options that you omit keep their values')
    .option('--name <name>', 'its new name')
    .option('--pipeline <name>', 'published pipeline to run')
    .option('-e, --environment <name>', 'environment to run in')
    .option('--version <name>', 'version to run; `latest` for the latest published one')
    .addHelpText('after', examples(['headrace triggers update Report -p Demo --after hourly-load']))
    .action((trigger: string, options: UpdateOptions) =>
      perform(terminal, options, (context) => updateTrigger(context, trigger, options)),
    )
  one('delete')
    .description('Deletes a trigger and its history; executions that it started are kept')
    .option('-y, --yes', 'do not ask for confirmation')
    .action((trigger: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteTrigger(context, trigger, options)),
    )
  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    one(name)
      .description(enabled ? 'Enables a trigger' : 'Disables a trigger; executions in flight continue')
      .action((trigger: string, options: InProject) =>
        perform(terminal, options, (context) => setEnabled(context, trigger, options, enabled)),
      )
  }
  one('run')
    .description('Runs the pipeline of a trigger now, with the values of the trigger itself')
    .action((trigger: string, options: InProject) =>
      perform(terminal, options, (context) => runNow(context, trigger, options)),
    )
  addTriggerSend(one('send'), terminal)
  addTriggerHistory(one('history'), terminal)
  addTriggerBackfill(one('backfill'), terminal)
}

async function listTriggers(context: Context, options: ListOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const query = { pipelineName: options.pipeline, environmentName: options.environment, sort: options.sort }
  context.printTable(
    await client.all('/v1/projects/{projectId}/triggers', { path: { projectId: project.id }, query }),
    [
      { title: 'name', value: (trigger) => trigger.name, whole: true },
      { title: 'pipeline', value: (trigger) => trigger.pipelineName },
      { title: 'environment', value: (trigger) => trigger.environmentName },
      { title: 'starts', value: ({ condition }) => conditionText(condition) },
      { title: 'state', value: ({ enabled, fault }) => fault ?? (enabled ? 'enabled' : 'disabled') },
      { title: 'last', value: (trigger) => formatInstant(trigger.lastFiredAt) },
      { title: 'id', value: (trigger) => trigger.triggerId, whole: true },
    ],
    `Project ${project.name} has no such trigger. Create one with \`headrace triggers create NAME\`.`,
  )
}

async function updateTrigger(context: Context, idOrName: string, options: UpdateOptions): Promise<void> {
  const client = context.client()
  const { path, trigger } = await findTrigger(client, options.project, idOrName)
  const { version } = options
  const json = {
    name: options.name,
    pipelineName: options.pipeline === undefined ? undefined : pipelineReference(options.pipeline),
    environmentName: options.environment,
    versionName: version === 'latest' ? null : version,
    condition: await conditionOf(client, options, trigger.condition),
  }
  if (Object.values(json).every((value) => value === undefined))
    throw new Failure('There is nothing to change.', { hint: 'See `headrace triggers update --help`.' })
  const changed = await client.patch(ONE, { path, json })
  if (context.json) return context.printJson(changed)
  context.print(`Changed trigger ${changed.name}.`)
  if (changed.signingSecret === undefined) return
  context.note('The secret that events are signed with; it is not shown again:')
  context.print(changed.signingSecret)
}

async function deleteTrigger(context: Context, idOrName: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { path, trigger } = await findTrigger(client, options.project, idOrName)
  await confirm(context, `Delete trigger ${trigger.name}?`, options.yes)
  await client.delete(ONE, { path })
  if (context.json) context.printJson({ id: path.triggerId, deleted: true })
  else context.print(`Deleted trigger ${trigger.name}.`)
}

async function setEnabled(context: Context, name: string, options: InProject, enabled: boolean) {
  const client = context.client()
  const { path } = await findTrigger(client, options.project, name)
  const trigger = await client.patch(ONE, { path, json: { enabled } })
  if (context.json) context.printJson(trigger)
  else context.print(`${enabled ? 'Enabled' : 'Disabled'} ${trigger.name}.`)
}

async function runNow(context: Context, name: string, options: InProject): Promise<void> {
  const client = context.client()
  const { path, trigger } = await findTrigger(client, options.project, name)
  const started = await client.post(`${ONE}/executions`, { path })
  if (context.json) return context.printJson(started)
  context.print(`Started ${trigger.name}: ${started.pipelineExecutionId}`)
  context.note(`Follow it: ${context.command('steps', started.pipelineExecutionId)}`)
}
