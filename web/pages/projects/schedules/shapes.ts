import type { operations } from '../../../../openapi/types.generated.ts'
import { readCron } from './cron/reading.ts'

export type Schedule = operations['getSchedule']['responses'][200]['content']['application/json']
export type NewSchedule = operations['createSchedule']['requestBody']['content']['application/json']
export type SchedulePatch = operations['updateSchedule']['requestBody']['content']['application/json']
export type PreviewRequest = operations['previewSchedule']['requestBody']['content']['application/json']
export type Tick =
  operations['listScheduleHistory']['responses'][200]['content']['application/json']['results'][number]
export type Backfill =
  operations['listBackfills']['responses'][200]['content']['application/json']['results'][number]
export type Interval = NonNullable<Schedule['intervalExpression']>

export const intervalUnits: readonly Interval['unit'][] = ['MINUTES', 'HOURS', 'DAYS', 'WEEKS']

/** `Every 2 days`, `Every hour`. */
export function readInterval({ interval, unit }: Interval): string {
  const word = unit.toLowerCase().slice(0, -1)
  return interval === 1 ? `Every ${word}` : `Every ${interval.toLocaleString('en')} ${word}s`
}

/** When a schedule is due, in plain words; the expression itself where it says more than words can. */
export function readTiming({
  cronExpression,
  intervalExpression,
}: Pick<Schedule, 'cronExpression' | 'intervalExpression'>): string {
  if (intervalExpression !== undefined) return readInterval(intervalExpression)
  return readCron(cronExpression ?? '') ?? cronExpression ?? ''
}

export const missedRunPolicies = [
  { value: 'RUN_ONCE', label: 'Run once: only the latest missed run' },
  { value: 'SKIP', label: 'Skip: no missed run' },
  { value: 'RUN_ALL', label: 'Run all: up to 100 of the latest missed runs' },
] as const satisfies readonly { value: Schedule['missedRunPolicy']; label: string }[]
