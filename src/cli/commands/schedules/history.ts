import type { Command } from 'commander'
import { readPagesUpTo } from '../../../client/cursor.ts'
import { findSchedule } from '../../../client/lookup.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatDuration, formatInstant } from '../../terminal/durations.ts'
import { type LimitOptions, limitOf, moreText, withLimit } from '../../terminal/limit-options.ts'
import { examples, instantIn } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type BackfillOptions, backfillOnceAgreed, withRange } from '../backfill.ts'

interface HistoryOptions extends CommonOptions, LimitOptions {
  readonly project: string
}

/** Completes `headrace schedules history`. */
export function addHistory(command: Command, terminal: Terminal): void {
  withLimit(command)
    .description('Shows what happened at each due time of a schedule, the latest first')
    .action((schedule: string, options: HistoryOptions) =>
      perform(terminal, options, (context) => showHistory(context, schedule, options)),
    )
}

async function showHistory(context: Context, name: string, options: HistoryOptions): Promise<void> {
  const client = context.client()
  const { path, schedule } = await findSchedule(client, options.project, name)
  const limit = limitOf(options)
  const { results, more } = await readPagesUpTo(limit, (query) =>
    client.get('/v1/projects/{projectId}/schedules/{scheduleId}/history', { path, query }),
  )
  context.printTable(
    results,
    [
      { title: 'due', value: (tick) => formatInstant(tick.dueAt), whole: true },
      { title: 'outcome', value: (tick) => tick.outcome, whole: true },
      { title: 'late', value: (tick) => formatDuration(tick.latenessMs), align: 'right' },
      { title: 'missed', value: (tick) => (tick.missedCount === 0 ? '' : String(tick.missedCount)) },
      { title: 'execution', value: (tick) => tick.pipelineExecutionId, whole: true },
      { title: 'reason', value: (tick) => tick.reason },
    ],
    `No time of ${schedule.name} has been due yet.`,
  )
  if (more) context.note(moreText(limit))
}

/** Completes `headrace schedules backfill`. */
export function addBackfill(command: Command, terminal: Terminal): void {
  withRange(command)
    .description(
      'Backfills a past range: queues the due times that did not run, at a lower priority; a date is midnight in the time zone of the schedule',
    )
    .addHelpText(
      'after',
      examples(['headrace schedules backfill Nightly -p Demo --from 2026-01-01 --to 2026-02-01 --dry-run']),
    )
    .action((schedule: string, options: BackfillOptions) =>
      perform(terminal, options, (context) => backfill(context, schedule, options)),
    )
}

async function backfill(context: Context, name: string, options: BackfillOptions): Promise<void> {
  const client = context.client()
  const { path, schedule } = await findSchedule(client, options.project, name)
  const from = instantIn(schedule.cronTimezone, options.from)
  const to = instantIn(schedule.cronTimezone, options.to)
  await backfillOnceAgreed(context, options, {
    ask: (dryRun) =>
      client.post('/v1/projects/{projectId}/schedules/{scheduleId}/backfills', {
        path,
        json: { from, to, dryRun },
      }),
    lines: ({ fireTimes }) => fireTimes.map(formatInstant),
    unit: ' due times',
    question: (count, { fireTimes }) => `Run ${schedule.name} ${count} times, for ${fireTimes[0]} and later?`,
    begun: (count, { backfillId }) =>
      `Backfill ${backfillId} queues ${count} executions of ${schedule.name}.`,
  })
}
