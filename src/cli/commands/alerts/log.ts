import type { Command } from 'commander'
import { findAlertChannel } from '../../../client/lookup.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type OwnerOptions, ownerOf } from './owner.ts'

interface ListOptions extends OwnerOptions {
  readonly limit: number
}

interface IncidentOptions extends ListOptions {
  readonly open?: boolean | undefined
}

interface DeliveryOptions extends ListOptions {
  readonly channel?: string | undefined
}

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

/** Adds what shows what was reported and what became of the messages about it. */
export function addAlertLog(alerts: Command, terminal: Terminal): void {
  const withLimit = (command: Command) =>
    withJson(command)
      .option('--project <project>', 'only what the rules of this project reported')
      .option('--limit <count>', `at most ${MAX_LIMIT}`, positive, DEFAULT_LIMIT)

  withLimit(alerts.command('incidents', { isDefault: true }))
    .description('Lists what rules reported, newest first')
    .option('--open', 'only incidents that are open')
    .addHelpText('after', examples(['headrace alerts --open', 'headrace alerts incidents --project Shop']))
    .action((options: IncidentOptions) =>
      perform(terminal, options, (context) => listIncidents(context, options)),
    )

  withLimit(alerts.command('deliveries'))
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
  const query = { projectId: await ownerOf(client, options), status, limit: options.limit } as const
  const { results, more } = await client.get('/v1/alert-incidents', { query })
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
  if (more !== undefined) context.note('More exist; the API and the interface page through all of them.')
}

async function listDeliveries(context: Context, options: DeliveryOptions): Promise<void> {
  const client = context.client()
  const projectId = await ownerOf(client, options)
  const alertChannelId =
    options.channel === undefined
      ? undefined
      : (await findAlertChannel(client, options.channel, projectId)).id
  const query = { projectId, alertChannelId, limit: options.limit }
  const { results, more } = await client.get('/v1/alert-deliveries', { query })
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
  if (more !== undefined) context.note('More exist; the API and the interface page through all of them.')
}

async function replay(context: Context, id: string): Promise<void> {
  const path = { alertDeliveryId: id }
  const replayed = await context.client().post('/v1/alert-deliveries/{alertDeliveryId}/replays', { path })
  if (context.json) context.printJson(replayed)
  else context.print(`Queued again for ${replayed.alertChannelName}: ${replayed.title}`)
}
