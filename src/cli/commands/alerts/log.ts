import type { Command } from 'commander'
import { readUpTo } from '../../../client/cursor.ts'
import { findAlertChannel } from '../../../client/lookup.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { type LimitOptions, limitOf, moreText, withLimit } from '../../terminal/limit-options.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type OwnerOptions, ownerOf } from './owner.ts'

interface ListOptions extends OwnerOptions, LimitOptions {}

interface IncidentOptions extends ListOptions {
  readonly open?: boolean | undefined
}

interface DeliveryOptions extends ListOptions {
  readonly channel?: string | undefined
}

/** Adds what shows what was reported and what became of the messages about it. */
export function addAlertLog(alerts: Command, terminal: Terminal): void {
  const listing = (command: Command) =>
    withLimit(
      withJson(command).option('-p, --project <project>', 'only what the rules of this project reported'),
    )

  listing(alerts.command('incidents', { isDefault: true }))
    .description('Lists what rules reported, newest first')
    .option('--open', 'only incidents that are open')
    .addHelpText('after', examples(['headrace alerts --open', 'headrace alerts incidents --project Shop']))
    .action((options: IncidentOptions) =>
      perform(terminal, options, (context) => listIncidents(context, options)),
    )

  listing(alerts.command('deliveries'))
    .description('Lists messages to channels, newest first')
    .option('--channel <channel>', 'only those to this channel, by id or name')
    .action((options: DeliveryOptions) =>
      perform(terminal, options, (context) => listDeliveries(context, options)),
    )

  withJson(alerts.command('replay').argument('<delivery>', 'id'))
    .description('Delivers a message again, with the same id')
    .action((id: string, options: OwnerOptions) =>
      perform(terminal, options, (context) => replay(context, id)),
    )
}

async function listIncidents(context: Context, options: IncidentOptions): Promise<void> {
  const client = context.client()
  const status = options.open === true ? 'OPEN' : undefined
  const filters = { projectId: await ownerOf(client, options), status } as const
  const limit = limitOf(options)
  const { results, more } = await readUpTo(limit, (page) =>
    client.get('/v1/alert-incidents', { query: { ...filters, ...page } }),
  )
  context.printTable(
    results,
    [
      { title: 'status', value: (incident) => incident.status, whole: true },
      { title: 'incident', value: (incident) => incident.title },
      { title: 'times', value: (incident) => String(incident.occurrences), align: 'right' },
      { title: 'opened', value: (incident) => formatInstant(incident.openedAt) },
      { title: 'closed', value: (incident) => formatInstant(incident.closedAt) },
      { title: 'rule', value: (incident) => incident.alertRuleName },
      { title: 'execution', value: (incident) => incident.pipelineExecutionId, whole: true },
    ],
    'No incident. `headrace alerts rules` lists what is watched.',
  )
  if (more) context.note(moreText(limit))
}

async function listDeliveries(context: Context, options: DeliveryOptions): Promise<void> {
  const client = context.client()
  const projectId = await ownerOf(client, options)
  const alertChannelId =
    options.channel === undefined
      ? undefined
      : (await findAlertChannel(client, options.channel, projectId)).id
  const limit = limitOf(options)
  const { results, more } = await readUpTo(limit, (page) =>
    client.get('/v1/alert-deliveries', { query: { projectId, alertChannelId, ...page } }),
  )
  context.printTable(
    results,
    [
      { title: 'status', value: (delivery) => delivery.status, whole: true },
      { title: 'message', value: (delivery) => delivery.title },
      { title: 'channel', value: (delivery) => delivery.alertChannelName },
      { title: 'attempts', value: (delivery) => String(delivery.attempts), align: 'right' },
      { title: 'queued', value: (delivery) => formatInstant(delivery.createdAt) },
      { title: 'error', value: (delivery) => delivery.lastError },
      { title: 'id', value: (delivery) => delivery.id, whole: true },
    ],
    'No message yet.',
  )
  if (more) context.note(moreText(limit))
}

async function replay(context: Context, id: string): Promise<void> {
  const path = { alertDeliveryId: id }
  const replayed = await context.client().post('/v1/alert-deliveries/{alertDeliveryId}/replays', { path })
  if (context.json) context.printJson(replayed)
  else context.print(`Queued again for ${replayed.alertChannelName}: ${replayed.title}`)
}
