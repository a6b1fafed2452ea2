import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findAlertChannel } from '../../../client/lookup.ts'
import type { Arguments } from '../../../client/operations.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { collect, examples, oneOf, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readTextFile } from '../../terminal/text-file.ts'
import { addHoldOptions, addHolds, type HoldOptions, holdsOf, shownHolds } from './holds.ts'
import { type OwnerOptions, ownerOf } from './owner.ts'

const types = ['WEBHOOK', 'SLACK', 'TEAMS', 'PAGERDUTY', 'EMAIL'] as const
const encryptions = ['STARTTLS', 'TLS', 'NONE'] as const

interface CreateOptions extends OwnerOptions, HoldOptions {
  readonly type: (typeof types)[number]
  readonly urlFile?: string | undefined
  readonly routingKeyFile?: string | undefined
  readonly to?: readonly string[] | undefined
  readonly sender?: string | undefined
  readonly smtpHost?: string | undefined
  readonly smtpPort?: number | undefined
  readonly smtpEncryption?: (typeof encryptions)[number] | undefined
  readonly smtpUser?: string | undefined
  readonly smtpPasswordFile?: string | undefined
}

interface DeleteOptions extends OwnerOptions {
  readonly yes?: boolean | undefined
}

const PROJECT = 'project that owns it, by id or name; the installation if omitted'

/** Adds `headrace alerts channels`. */
export function addAlertChannels(alerts: Command, terminal: Terminal): void {
  const channels = alerts.command('channels').description('Manages the channels that alerts are sent to')

  withJson(channels.command('list', { isDefault: true }))
    .description('Lists the channels')
    .option('-p, --project <project>', 'only those of this project')
    .action((options: OwnerOptions) =>
      perform(terminal, options, (context) => listChannels(context, options)),
    )

  addCreate(channels, terminal)
  addHolds(channels, terminal)

  withJson(channels.command('test').argument('<channel>', 'id or name'))
    .description('Sends a test message and shows the result')
    .option('-p, --project <project>', PROJECT)
    .addHelpText('after', examples(['headrace alerts channels test "On call" --project Shop']))
    .action((channel: string, options: OwnerOptions) =>
      perform(terminal, options, (context) => testChannel(context, channel, options)),
    )

  withJson(channels.command('delete').argument('<channel>', 'id or name'))
    .description('Deletes a channel that no rule uses')
    .option('-p, --project <project>', PROJECT)
    .option('-y, --yes', 'do not ask for confirmation')
    .action((channel: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteChannel(context, channel, options)),
    )
}

function addCreate(channels: Command, terminal: Terminal): void {
  addHoldOptions(withJson(channels.command('create').argument('<name>')))
    .description(
      'Creates a channel. Secrets are read from files, so that they do not appear in process lists',
    )
    .requiredOption('--type <type>', types.join(', '), oneOf(types))
    .option('-p, --project <project>', PROJECT)
    .option('--url-file <file>', 'file with the address to post to')
    .option('--routing-key-file <file>', 'PAGERDUTY: file with the integration key')
    .option('--to <address>', 'EMAIL: a recipient; may be repeated', collect)
    .option('--sender <address>', 'EMAIL: the sender')
    .option('--smtp-host <host>', 'EMAIL: the mail server')
    .option('--smtp-port <port>', 'EMAIL: its port', positive)
    .option('--smtp-encryption <kind>', `EMAIL: ${encryptions.join(', ')}`, oneOf(encryptions))
    .option('--smtp-user <name>', 'EMAIL: the login')
    .option('--smtp-password-file <file>', 'EMAIL: file with the password of the login')
    .addHelpText(
      'after',
      examples([
        'headrace alerts channels create "On call" --project Shop --type SLACK --url-file slack-url',
        'headrace alerts channels create Mail --type EMAIL --to ada@example.com --sender alerts@example.com --smtp-host smtp.example.com',
      ]),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createChannel(context, name, options)),
    )
}

const ONE = '/v1/alert-channels/{alertChannelId}'

async function listChannels(context: Context, options: OwnerOptions): Promise<void> {
  const client = context.client()
  const query = { projectId: await ownerOf(client, options) }
  context.printTable(
    await client.all('/v1/alert-channels', { query }),
    [
      { title: 'name', value: ({ name }) => name, whole: true },
      { title: 'type', value: ({ type }) => type },
      { title: 'to', value: ({ target, recipients }) => recipients?.join(', ') ?? target },
      { title: 'enabled', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
      { title: 'holds', value: shownHolds },
      { title: 'last error', value: ({ lastError }) => lastError },
      { title: 'id', value: ({ id }) => id, whole: true },
    ],
    'There is no alert channel yet. Create one with `headrace alerts channels create NAME --type TYPE`.',
  )
}

async function createChannel(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const read = (path: string | undefined) =>
    path === undefined ? undefined : readTextFile(context.terminal, path).trim()
  const created = await client.post('/v1/alert-channels', {
    json: {
      projectId: await ownerOf(client, options),
      name,
      type: options.type,
      webhookUrl: read(options.urlFile),
      routingKey: read(options.routingKeyFile),
      recipients: options.to === undefined ? undefined : [...options.to],
      mailServer: mailServerOf(options, read(options.smtpPasswordFile)),
      ...holdsOf(options),
    },
  })
  if (context.json) return context.printJson(created)
  context.print(`Created alert channel ${created.name}: ${created.id}`)
  if (created.signingSecret === undefined) return
  context.note('Receivers verify messages with this signing secret. It is not shown again:')
  context.print(created.signingSecret)
}

type NewChannel = NonNullable<Arguments<'post', '/v1/alert-channels'>[0]>['json']

function mailServerOf(options: CreateOptions, password: string | undefined): NewChannel['mailServer'] {
  const { smtpHost: host, smtpPort: port, smtpEncryption: encryption, smtpUser: username, sender } = options
  if (host === undefined && sender === undefined) return undefined
  if (host === undefined || sender === undefined)
    throw new Failure('A mail server needs a host and a sender.', { hint: 'Pass --smtp-host and --sender.' })
  return { host, port, encryption, sender, username, password }
}

async function testChannel(context: Context, idOrName: string, options: OwnerOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findAlertChannel(client, idOrName, await ownerOf(client, options))
  const outcome = await client.post(`${ONE}/tests`, { path: { alertChannelId: id } })
  if (!outcome.delivered) throw new Failure(`Nothing reached ${name}: ${outcome.message}`)
  if (context.json) context.printJson(outcome)
  else context.print(`Delivered to ${name}: ${outcome.message}`)
}

async function deleteChannel(context: Context, idOrName: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findAlertChannel(client, idOrName, await ownerOf(client, options))
  await confirm(context, `Delete alert channel ${name} and its deliveries?`, options.yes)
  await client.delete(ONE, { path: { alertChannelId: id } })
  if (context.json) context.printJson({ id, deleted: true })
  else context.print(`Deleted alert channel ${name}.`)
}
