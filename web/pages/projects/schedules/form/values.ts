import { changedMembers } from '../../../../api/changed-members.ts'
import { instantOf, localTime } from '../../../../ui/local-time.ts'
import { expressionOf, firstPlan } from '../cron/plan.ts'
import type { Interval, NewSchedule, PreviewRequest, Schedule, SchedulePatch } from '../shapes.ts'

export interface ScalarRow {
  readonly name: string
  readonly value: string
}
export interface GridRow {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** The values of a schedule's form. An empty text means that the value is not set. */
export interface FormValues extends Record<string, unknown> {
  name: string
  environmentName: string
  pipelineName: string
  versionName: string
  runnerId: string
  kind: 'cron' | 'interval'
  cronExpression: string
  interval: number | string
  unit: Interval['unit']
  cronTimezone: string
  /** As `datetime-local` writes it, in the zone of the browser. */
  effectiveFrom: string
  /** The instant that is stored, of which the field shows no seconds; empty for a new schedule. */
  storedFrom: string
  allowConcurrentExecutions: boolean
  scheduleEnabled: boolean
  missedRunPolicy: Schedule['missedRunPolicy']
  jitterSeconds: number | string
  dueTimeVariable: string
  scalars: readonly ScalarRow[]
  grids: readonly GridRow[]
}

/** A new schedule: every day at six on the wall of the browser's zone. */
export const newValues = (cronTimezone: string): FormValues => ({
  name: '',
  environmentName: '',
  pipelineName: '',
  versionName: '',
  runnerId: '',
  kind: 'cron',
  cronExpression: expressionOf(firstPlan)!,
  interval: 1,
  unit: 'HOURS',
  cronTimezone,
  effectiveFrom: '',
  storedFrom: '',
  allowConcurrentExecutions: true,
  scheduleEnabled: true,
  missedRunPolicy: 'RUN_ONCE',
  jitterSeconds: 0,
  dueTimeVariable: '',
  scalars: [],
  grids: [],
})

export function valuesOf(schedule: Schedule): FormValues {
  const { intervalExpression: steps } = schedule
  return {
    name: schedule.name,
    environmentName: schedule.environmentName,
    pipelineName: schedule.pipelineName,
    versionName: schedule.versionName ?? '',
    runnerId: schedule.runnerId,
    kind: steps === undefined ? 'cron' : 'interval',
    cronExpression: schedule.cronExpression ?? expressionOf(firstPlan)!,
    interval: steps?.interval ?? 1,
    unit: steps?.unit ?? 'HOURS',
    cronTimezone: schedule.cronTimezone,
    effectiveFrom: localTime(schedule.effectiveFrom),
    storedFrom: schedule.effectiveFrom,
    allowConcurrentExecutions: schedule.allowConcurrentExecutions,
    scheduleEnabled: schedule.scheduleEnabled,
    missedRunPolicy: schedule.missedRunPolicy,
    jitterSeconds: schedule.jitterSeconds,
    dueTimeVariable: schedule.dueTimeVariable ?? '',
    scalars: Object.entries(schedule.scalarVariables).map(([name, value]) => ({ name, value })),
    grids: Object.entries(schedule.gridVariables).map(([name, rows]) => ({ name, rows })),
  }
}

/** What the API is asked for the due times of a schedule that is being written. */
export const timingOf = (values: FormValues): PreviewRequest => ({
  ...(values.kind === 'cron'
    ? { cronExpression: values.cronExpression }
    : { intervalExpression: { interval: Number(values.interval), unit: values.unit } }),
  cronTimezone: values.cronTimezone,
  ...(values.effectiveFrom !== '' && { effectiveFrom: effectiveFromOf(values) }),
})

/** An interval counts from the very second. */
const effectiveFromOf = ({ effectiveFrom, storedFrom }: FormValues): string =>
  storedFrom !== '' && localTime(storedFrom) === effectiveFrom ? storedFrom : instantOf(effectiveFrom)

interface Named {
  readonly name: string
}

/**
 * The rule for names of rows whose values are saved by name; only an empty row, which is not saved, needs
 * none.
 */
export const rowRule =
  <V, R extends Named>(rowsOf: (values: V) => readonly R[], isEmpty: (row: R) => boolean) =>
  (name: string, values: V, path: string): string | null => {
    const rows = rowsOf(values)
    const row = rows[Number(path.split('.')[1])]! // path: `scalars.2.name`
    if (name === '') return isEmpty(row) ? null : 'Enter a name'
    return rows.some((other) => other !== row && other.name === name) ? 'Named twice' : null
  }

export const variableRules = {
  scalars: {
    name: rowRule(
      ({ scalars }: Pick<FormValues, 'scalars'>) => scalars,
      ({ value }) => value === '',
    ),
  },
  grids: {
    name: rowRule(
      ({ grids }: Pick<FormValues, 'grids'>) => grids,
      ({ rows }) => rows.length === 0,
    ),
  },
}

const variablesOf = (values: FormValues) => ({
  scalarVariables: Object.fromEntries(
    values.scalars.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]),
  ),
  gridVariables: Object.fromEntries(
    values.grids
      .filter(({ name }) => name !== '')
      .map(({ name, rows }) => [name, rows.map((row) => [...row])]),
  ),
})

export const newScheduleOf = (values: FormValues): NewSchedule => ({
  pipeline: {
    pipelineName: values.pipelineName,
    environmentName: values.environmentName,
    ...(values.versionName !== '' && { versionName: values.versionName }),
    ...(values.runnerId !== '' && { agentId: values.runnerId }),
    ...(values.dueTimeVariable !== '' && { dueTimeVariable: values.dueTimeVariable }),
    ...variablesOf(values),
  },
  schedule: {
    name: values.name,
    ...timingOf(values),
    scheduleEnabled: values.scheduleEnabled,
    allowConcurrentExecutions: values.allowConcurrentExecutions,
    missedRunPolicy: values.missedRunPolicy,
    jitterSeconds: Number(values.jitterSeconds),
  },
})

/**
 * Only what the user changed, so that concurrent changes by others are kept. A schedule always has an instant
 * from which it is effective: where it was emptied, that is `now`, as for a new one.
 */
export function patchOf(before: FormValues, values: FormValues, now: Date): SchedulePatch {
  const wasEmptied = before.effectiveFrom !== '' && values.effectiveFrom === ''
  return {
    ...changedMembers(fieldsOf(before), fieldsOf(values)),
    ...(wasEmptied && { effectiveFrom: now.toISOString() }),
  }
}

function fieldsOf(values: FormValues): SchedulePatch {
  const { effectiveFrom, cronExpression, intervalExpression, cronTimezone } = timingOf(values)
  return {
    name: values.name,
    pipelineName: values.pipelineName,
    environmentName: values.environmentName,
    versionName: values.versionName === '' ? null : values.versionName,
    runnerId: values.runnerId === '' ? null : values.runnerId,
    ...(cronExpression !== undefined && { cronExpression }),
    ...(intervalExpression !== undefined && { intervalExpression }),
    ...(cronTimezone !== undefined && { cronTimezone }),
    ...(effectiveFrom !== undefined && { effectiveFrom }),
    allowConcurrentExecutions: values.allowConcurrentExecutions,
    scheduleEnabled: values.scheduleEnabled,
    missedRunPolicy: values.missedRunPolicy,
    jitterSeconds: Number(values.jitterSeconds),
    dueTimeVariable: values.dueTimeVariable === '' ? null : values.dueTimeVariable,
    ...variablesOf(values),
  }
}

/** Where the form shows what the API says of the fields of a new schedule. */
export const fieldNames: Readonly<Record<string, string>> = {
  'schedule.name': 'name',
  'schedule.cronExpression': 'cronExpression',
  'schedule.intervalExpression': 'interval',
  'schedule.intervalExpression.interval': 'interval',
  'intervalExpression.interval': 'interval',
  intervalExpression: 'interval',
  'schedule.cronTimezone': 'cronTimezone',
  'schedule.effectiveFrom': 'effectiveFrom',
  'schedule.jitterSeconds': 'jitterSeconds',
  'pipeline.pipelineName': 'pipelineName',
  'pipeline.environmentName': 'environmentName',
  'pipeline.versionName': 'versionName',
  'pipeline.agentId': 'runnerId',
  'pipeline.dueTimeVariable': 'dueTimeVariable',
}
