import type { Command } from 'commander'
import { readPagesUpTo } from '../../../client/cursor.ts'
import { Failure } from '../../../client/failure.ts'
import { findTrigger } from '../../../client/lookup.ts'
import { parseWithNumbers } from '../../../lib/json-numbers.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { type LimitOptions, limitOf, moreText, withLimit } from '../../terminal/limit-options.ts'
import { examples, instantIn } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readTextFile } from '../../terminal/text-file.ts'
import { type BackfillOptions, backfillOnceAgreed, withRange } from '../backfill.ts'

interface HistoryOptions extends CommonOptions, LimitOptions {
  readonly project: string
}

interface SendOptions extends CommonOptions {
  readonly project: string
  readonly event: string
  readonly id?: string | undefined
}

const ONE = '/v1/projects/{projectId}/triggers/{triggerId}'

/** Completes `headrace triggers history`. */
export function addTriggerHistory(command: Command, terminal: Terminal): void {
  withLimit(command)
    .description(
      'Shows the events of a trigger, the latest first, with the run that each started or the reason why it did not',
    )
    .action((trigger: string, options: HistoryOptions) =>
      perform(terminal, options, (context) => showHistory(context, trigger, options)),
    )
}

async function showHistory(context: Context, name: string, options: HistoryOptions): Promise<void> {
  const client = context.client()
  const { path, trigger } = await findTrigger(client, options.project, name)
  const limit = limitOf(options)
  const { results, more } = await readPagesUpTo(limit, (query) =>
    client.get(`${ONE}/history`, { path, query }),
  )
  context.printTable(
    results,
    [
      { title: 'when', value: (fire) => formatInstant(fire.occurredAt), whole: true },
      { title: 'outcome', value: (fire) => fire.outcome, whole: true },
      { title: 'cause', value: (fire) => fire.cause },
      { title: 'execution', value: (fire) => fire.pipelineExecutionId, whole: true },
      { title: 'reason', value: (fire) => fire.reason },
    ],
    `Nothing has happened for ${trigger.name} yet.`,
  )
  if (more) context.note(moreText(limit))
}

/** Completes `headrace triggers send`. */
export function addTriggerSend(command: Command, terminal: Terminal): void {
  command
    .description('Sends an event to a trigger; events with the same id start one run')
    .option('--event <json>', 'the event, a JSON object; @file reads it from a file', '{}')
    .option('--id <id>', 'identifier of the event; an event with the same identifier starts nothing again')
    .addHelpText(
      'after',
      examples([
        `headrace triggers send "On order" -p Demo --event '{"order": {"id": "A-17"}}' --id order-A-17`,
      ]),
    )
    .action((trigger: string, options: SendOptions) =>
      perform(terminal, options, (context) => sendEvent(context, trigger, options)),
    )
}

async function sendEvent(context: Context, name: string, { project, event, id }: SendOptions): Promise<void> {
  const client = context.client()
  const { path, trigger } = await findTrigger(client, project, name)
  const text = event.startsWith('@') ? readTextFile(context.terminal, event.slice(1)) : event
  const headers = id === undefined ? {} : { 'idempotency-key': id }
  const accepted = await client.post(`${ONE}/events`, { path, json: objectIn(text), headers })
  if (context.json) context.printJson(accepted)
  else context.print(`${trigger.name} accepted the event ${accepted.eventId}.`)
}

function objectIn(text: string): Record<string, unknown> {
  try {
    // The event is sent as it is written: as numbers, long ones would lose digits.
    const value = parseWithNumbers(text, JSON.rawJSON)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value))
      return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new Failure('The event is not a JSON object.')
}

/** Completes `headrace triggers backfill`. */
export function addTriggerBackfill(command: Command, terminal: Terminal): void {
  withRange(command)
    .description(
      'Backfills a past range: queues what happened and started no run, at a lower priority; a date is midnight, local time',
    )
    .addHelpText(
      'after',
      examples(['headrace triggers backfill Report -p Demo --from 2026-01-01 --to 2026-02-01 --dry-run']),
    )
    .action((trigger: string, options: BackfillOptions) =>
      perform(terminal, options, (context) => backfill(context, trigger, options)),
    )
}

async function backfill(context: Context, name: string, options: BackfillOptions): Promise<void> {
  const client = context.client()
  const { path, trigger } = await findTrigger(client, options.project, name)
  const from = instantIn(undefined, options.from)
  const to = instantIn(undefined, options.to)
  await backfillOnceAgreed(context, options, {
    ask: (dryRun) => client.post(`${ONE}/backfills`, { path, json: { from, to, dryRun } }),
    lines: ({ causes }) => causes,
    unit: '',
    question: (count) => `Run ${trigger.name} ${count} times?`,
    begun: (count) => `Queues ${count} executions of ${trigger.name}.`,
  })
}
