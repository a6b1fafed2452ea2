import type { Command } from 'commander'
import { findAlertChannel, findAlertRule } from '../../../client/lookup.ts'
import type { Answer } from '../../../client/operations.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { collect, examples, oneOf, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type OwnerOptions, ownerOf } from './owner.ts'

const EVENTS = [
  'FAILED',
  'GATE_FAILED',
  'RUNNING_LONG',
  'RAN_SHORT',
  'QUEUED_LONG',
  'RUNNER_LOST',
  'SCHEDULE_LATE',
  'SCHEDULE_MISSED',
  'BUDGET_EXCEEDED',
] as const
type Rule = Answer<'get', typeof ONE>
type Event = (typeof EVENTS)[number]

interface CreateOptions extends OwnerOptions {
  readonly event?: readonly Event[] | undefined
  readonly after?: number | undefined
  readonly credits?: number | undefined
  readonly channel: readonly string[]
  readonly environment?: string | undefined
  readonly pipeline?: string | undefined
  readonly tag?: string | undefined
  readonly recovered: boolean
}

interface DeleteOptions extends OwnerOptions {
  readonly yes?: boolean | undefined
}

const PROJECT = 'project that owns it, by id or name; the installation if omitted'

/** Adds `headrace alerts rules`. */
export function addAlertRules(alerts: Command, terminal: Terminal): void {
  const rules = alerts.command('rules').description('Manages the rules that say which events to report')

  withJson(rules.command('list', { isDefault: true }))
    .description('Lists the rules')
    .option('-p, --project <project>', 'only those of this project')
    .action((options: OwnerOptions) => perform(terminal, options, (context) => listRules(context, options)))

  addCreate(rules, terminal)

  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    withJson(rules.command(name).argument('<rule>', 'id or name'))
      .description(enabled ? 'Enables a rule' : 'Disables a rule; its open incidents are closed silently')
      .option('-p, --project <project>', PROJECT)
      .action((rule: string, options: OwnerOptions) =>
        perform(terminal, options, (context) => setEnabled(context, rule, options, enabled)),
      )

  withJson(rules.command('delete').argument('<rule>', 'id or name'))
    .description('Deletes a rule with its incidents')
    .option('-p, --project <project>', PROJECT)
    .option('-y, --yes', 'do not ask for confirmation')
    .action((rule: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteRule(context, rule, options)),
    )
}

function addCreate(rules: Command, terminal: Terminal): void {
  withJson(rules.command('create').argument('<name>'))
    .description('Creates a rule that reports problems when they begin and when they are over')
    .option(
      '--event <event>',
      `what it reports, one of ${EVENTS.join(', ')}; may be repeated (default: FAILED)`,
      (text: string, before: readonly Event[] = []) => [...before, oneOf(EVENTS)(text)],
    )
    .option(
      '--after <minutes>',
      'minutes that a problem must last before it is reported; the default depends on the event',
      positive,
    )
    .option('--credits <number>', 'BUDGET_EXCEEDED: how many credits a month may consume', positive)
    .requiredOption('--channel <channel>', 'where it goes, by id or name; may be repeated', collect)
    .option('-p, --project <project>', PROJECT)
    .option('--environment <name>', 'only executions in this environment')
    .option('--pipeline <name>', 'only executions of this pipeline')
    .option('--tag <tag>', 'only executions with this tag')
    .option('--no-recovered', 'do not notify when the problem is over')
    .addHelpText(
      'after',
      examples([
        'headrace alerts rules create Production --project Shop --environment Production --channel "On call"',
        'headrace alerts rules create Runners --event RUNNER_LOST --after 5 --channel "On call"',
      ]),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createRule(context, name, options)),
    )
}

const ALL = '/v1/alert-rules'
const ONE = '/v1/alert-rules/{alertRuleId}'

async function listRules(context: Context, options: OwnerOptions): Promise<void> {
  const client = context.client()
  const query = { projectId: await ownerOf(client, options) }
  context.printTable(
    await client.all(ALL, { query }),
    [
      { title: 'name', value: ({ name }) => name, whole: true },
      { title: 'events', value: ({ events }) => events.join(', ') },
      { title: 'environment', value: ({ environmentName }) => environmentName ?? 'any' },
      { title: 'pipeline', value: ({ pipelineName }) => pipelineName ?? 'any' },
      { title: 'enabled', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
      { title: 'id', value: ({ id }) => id, whole: true },
    ],
    'There is no alert rule yet. Create one with `headrace alerts rules create NAME --channel CHANNEL`.',
  )
}

async function createRule(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const projectId = await ownerOf(client, options)
  const channels = await Promise.all(options.channel.map((one) => findAlertChannel(client, one, projectId)))
  const created = await client.post(ALL, {
    json: {
      projectId,
      name,
      events: options.event ?? ['FAILED'],
      afterMinutes: options.after,
      creditsPerMonth: options.credits,
      channelIds: channels.map(({ id }) => id),
      environmentName: options.environment,
      pipelineName: options.pipeline,
      executionTag: options.tag,
      notifyRecovered: options.recovered,
    },
  })
  if (context.json) context.printJson(created)
  else context.print(`Created alert rule ${created.name}: ${created.id}`)
}

async function setEnabled(
  context: Context,
  idOrName: string,
  options: OwnerOptions,
  enabled: boolean,
): Promise<void> {
  const client = context.client()
  const found = await findAlertRule(client, idOrName, await ownerOf(client, options))
  const path = { alertRuleId: found.id }
  const response = await client.send('get', ONE, { path })
  const { id: _, updatedAt: _at, updatedBy: _by, ...present } = (await response.json()) as Rule
  const changed = await client.put(ONE, {
    path,
    // What somebody else changes meanwhile must not get lost.
    headers: { 'if-match': response.headers.get('etag') ?? '*' },
    json: { ...present, enabled },
  })
  if (context.json) context.printJson(changed)
  else context.print(`${enabled ? 'Enabled' : 'Disabled'} alert rule ${changed.name}.`)
}

async function deleteRule(context: Context, idOrName: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findAlertRule(client, idOrName, await ownerOf(client, options))
  await confirm(context, `Delete alert rule ${name} and its incidents?`, options.yes)
  await client.delete(ONE, { path: { alertRuleId: id } })
  if (context.json) context.printJson({ id, deleted: true })
  else context.print(`Deleted alert rule ${name}.`)
}
