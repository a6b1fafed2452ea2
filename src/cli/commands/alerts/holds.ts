import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findAlertChannel } from '../../../client/lookup.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { examples, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type OwnerOptions, ownerOf } from './owner.ts'

/** When a channel holds messages back; false where an option takes it away. */
export interface HoldOptions {
  readonly digest?: number | false | undefined
  readonly quiet?: string | false | undefined
  readonly timeZone?: string | undefined
}

interface Holds {
  readonly digestMinutes?: number | undefined
  readonly quietHours?: { readonly from: string; readonly to: string; readonly timeZone: string } | undefined
}

/** Adds the options that say when a channel holds messages back. */
export const addHoldOptions = (command: Command): Command =>
  command
    .option('--digest <minutes>', 'collect messages for this many minutes and send them as one', positive)
    .option('--quiet <hours>', 'hold messages back at these times of every day, such as 22:00-07:00')
    .option('--time-zone <zone>', 'IANA time zone of the quiet hours (default: that of this machine)')

/** Adds `headrace alerts channels hold`. */
export function addHolds(channels: Command, terminal: Terminal): void {
  addHoldOptions(withJson(channels.command('hold').argument('<channel>', 'id or name')))
    .description('Changes when a channel holds messages back')
    .option('--no-digest', 'send each message immediately')
    .option('--no-quiet', 'remove the quiet hours')
    .option('-p, --project <project>', 'project that owns it, by id or name; the installation if omitted')
    .addHelpText(
      'after',
      examples([
        'headrace alerts channels hold "On call" --project Shop --quiet 22:00-07:00 --time-zone Europe/Berlin',
        'headrace alerts channels hold Mail --digest 30 --no-quiet',
      ]),
    )
    .action((channel: string, options: OwnerOptions & HoldOptions) =>
      perform(terminal, options, (context) => changeHolds(context, channel, options)),
    )
}

/** What the options say, without what they leave alone or take away. */
export function holdsOf({ digest, quiet, timeZone }: HoldOptions): Holds {
  if (timeZone !== undefined && typeof quiet !== 'string')
    throw new Failure('--time-zone is the time zone of quiet hours.', {
      hint: 'Pass --quiet FROM-TO with it.',
    })
  return {
    ...(typeof digest === 'number' && { digestMinutes: digest }),
    ...(typeof quiet === 'string' && { quietHours: { ...hoursOf(quiet), timeZone: timeZone ?? ownZone() } }),
  }
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

function hoursOf(text: string): { from: string; to: string } {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? []
  if (from === undefined || to === undefined)
    throw new Failure(`${text} is not a range of times.`, { hint: 'Write it as 22:00-07:00.' })
  return { from, to }
}

/** One line for people. */
export const shownHolds = ({ digestMinutes, quietHours }: Holds): string =>
  [
    ...(digestMinutes === undefined ? [] : [`digest of ${digestMinutes} min`]),
    ...(quietHours === undefined ? [] : [`quiet ${quietHours.from}-${quietHours.to} ${quietHours.timeZone}`]),
  ].join(', ')

async function changeHolds(
  context: Context,
  idOrName: string,
  options: OwnerOptions & HoldOptions,
): Promise<void> {
  const { digest, quiet } = options
  if (digest === undefined && quiet === undefined)
    throw new Failure('There is nothing to change.', {
      hint: 'Pass --digest, --no-digest, --quiet or --no-quiet.',
    })
  const client = context.client()
  const { id } = await findAlertChannel(client, idOrName, await ownerOf(client, options))
  const changed = await client.patch('/v1/alert-channels/{alertChannelId}', {
    path: { alertChannelId: id },
    json: {
      ...holdsOf(options),
      ...(digest === false && { digestMinutes: null }),
      ...(quiet === false && { quietHours: null }),
    },
  })
  if (context.json) context.printJson(changed)
  else context.print(`Alert channel ${changed.name}: ${shownHolds(changed) || 'sends at once'}.`)
}
