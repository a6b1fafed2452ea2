import type { UseFormReturnType } from '@mantine/form'
import { changedMembers } from '../../../../api/changed-members.ts'
import {
  type FormValues,
  newValues,
  rowRule,
  valuesOf as scheduleValuesOf,
} from '../../schedules/form/values.ts'
import type { AwaitedAsset, Condition, DataTrigger, NewTrigger, TriggerPatch } from '../shapes.ts'

interface PathRow {
  readonly name: string
  readonly path: string
}

type Shared =
  | 'name'
  | 'environmentName'
  | 'pipelineName'
  | 'versionName'
  | 'runnerId'
  | 'scalars'
  | 'grids'
  | 'allowConcurrentExecutions'

interface OwnValues {
  enabled: boolean
  missedPolicy: DataTrigger['missedRunPolicy']
  type: Condition['type']
  /** It waited for a pipeline that the user may not see. */
  waitsForHidden: boolean
  /** Empty: the trigger's own. */
  afterProject: string
  afterPipeline: string
  afterEnvironment: string
  states: string[]
  assets: readonly AwaitedAsset[]
  match: 'ALL' | 'ANY'
  withinMinutes: number | string
  folder: string
  pattern: string
  connection: string
  sql: string
  fires: 'BECOMES_TRUE' | 'VALUE_CHANGES'
  pollSeconds: number | string
  signed: boolean
  paths: readonly PathRow[]
}

/** The values of a trigger's form: what it runs is as in that of a schedule. An empty text is not set. */
export interface TriggerValues extends Pick<FormValues, Shared>, OwnValues, Record<string, unknown> {}

export type TriggerForm = UseFormReturnType<TriggerValues>

const DEFAULT_POLL_SECONDS = 60
const MINUTE_SECONDS = 60

/** What only triggers have, of one with this condition. */
const ownOf = (condition: Condition, projectId: string): OwnValues => ({
  type: condition.type,
  waitsForHidden: condition.type === 'PIPELINE_END' && condition.pipelineName === undefined,
  afterProject: condition.projectId === projectId ? '' : (condition.projectId ?? ''),
  afterPipeline: condition.pipelineName ?? '',
  afterEnvironment: condition.environmentName ?? '',
  states: condition.states ?? ['SUCCESS'],
  assets: condition.assets ?? [],
  match: condition.match ?? 'ALL',
  withinMinutes: condition.withinSeconds === undefined ? '' : condition.withinSeconds / MINUTE_SECONDS,
  folder: condition.folder ?? '',
  pattern: condition.filePattern ?? '',
  connection: condition.connection ?? '',
  sql: condition.sql ?? '',
  fires: condition.fires ?? 'BECOMES_TRUE',
  pollSeconds: condition.pollSeconds ?? DEFAULT_POLL_SECONDS,
  signed: condition.signed ?? false,
  enabled: true,
  missedPolicy: 'RUN_ALL',
  paths: [],
})

const sharedOf = ({
  name,
  environmentName,
  pipelineName,
  versionName,
  runnerId,
  scalars,
  grids,
  allowConcurrentExecutions,
}: FormValues) => ({
  name,
  environmentName,
  pipelineName,
  versionName,
  runnerId,
  scalars,
  grids,
  allowConcurrentExecutions,
})

export const newTriggerValues = (pipelineName = '', environmentName = ''): TriggerValues => ({
  ...sharedOf({ ...newValues('UTC'), pipelineName, environmentName }),
  ...ownOf({ type: 'PIPELINE_END', pipelineName: '' }, ''),
})

export const triggerValuesOf = (projectId: string, trigger: DataTrigger): TriggerValues => ({
  ...sharedOf(
    scheduleValuesOf({
      ...trigger,
      scheduleId: trigger.triggerId,
      scheduleEnabled: trigger.enabled,
      cronTimezone: 'UTC',
      effectiveFrom: trigger.createdAt,
      jitterSeconds: 0,
    }),
  ),
  ...ownOf(trigger.condition, projectId),
  enabled: trigger.enabled,
  missedPolicy: trigger.missedRunPolicy,
  paths: Object.entries(trigger.variablePaths).map(([name, path]) => ({ name, path })),
})

/** The condition that the form describes. */
export function conditionOf(values: TriggerValues): Condition {
  const { type, pattern, connection, folder, afterEnvironment: environmentName, afterProject } = values
  switch (type) {
    case 'PIPELINE_END':
      return {
        type,
        pipelineName: values.afterPipeline,
        states: values.states as NonNullable<Condition['states']>,
        ...(environmentName !== '' && { environmentName }),
        ...(afterProject !== '' && { projectId: afterProject }),
      }
    case 'ASSETS':
      return {
        type,
        assets: values.assets.map(({ assetId }) => ({ assetId })),
        match: values.match,
        ...(values.match === 'ALL' &&
          values.withinMinutes !== '' && {
            withinSeconds: Math.round(Number(values.withinMinutes) * MINUTE_SECONDS),
          }),
      }
    case 'FILE':
      return {
        type,
        folder,
        ...(pattern !== '' && { filePattern: pattern }),
        ...(connection !== '' && { connection }),
        pollSeconds: Number(values.pollSeconds),
      }
    case 'SQL':
      return { type, sql: values.sql, fires: values.fires, pollSeconds: Number(values.pollSeconds) }
    case 'EVENT':
      return { type, signed: values.signed }
  }
}

export const pathsOf = ({ paths }: TriggerValues): Record<string, string> =>
  Object.fromEntries(paths.filter(({ name }) => name !== '').map(({ name, path }) => [name, path]))

export const pathRules = {
  paths: {
    name: rowRule(
      ({ paths }: TriggerValues) => paths,
      ({ path }) => path === '',
    ),
  },
}

const settingsOf = (values: TriggerValues) => ({
  enabled: values.enabled,
  allowConcurrentExecutions: values.allowConcurrentExecutions,
  missedRunPolicy: values.missedPolicy,
  scalarVariables: Object.fromEntries(
    values.scalars.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]),
  ),
  gridVariables: Object.fromEntries(
    values.grids
      .filter(({ name }) => name !== '')
      .map(({ name, rows }) => [name, rows.map((row) => [...row])]),
  ),
  variablePaths: pathsOf(values),
})

export const newTriggerOf = (values: TriggerValues): NewTrigger => ({
  name: values.name,
  pipelineName: values.pipelineName,
  environmentName: values.environmentName,
  ...(values.versionName !== '' && { versionName: values.versionName }),
  ...(values.runnerId !== '' && { runnerId: values.runnerId }),
  condition: conditionOf(values),
  ...settingsOf(values),
})

/** Only what the user changed, so that concurrent changes by others are kept. */
export const triggerPatchOf = (before: TriggerValues, values: TriggerValues): TriggerPatch =>
  changedMembers(fieldsOf(before), fieldsOf(values))

const fieldsOf = (values: TriggerValues): TriggerPatch => ({
  name: values.name,
  pipelineName: values.pipelineName,
  environmentName: values.environmentName,
  versionName: values.versionName === '' ? null : values.versionName,
  runnerId: values.runnerId === '' ? null : values.runnerId,
  condition: conditionOf(values),
  ...settingsOf(values),
})

/** Whether the pipeline to wait for has to be entered; a condition that hides it may stay as it is. */
export const lacksAwaited = (before: TriggerValues, values: TriggerValues): boolean =>
  values.type === 'PIPELINE_END' &&
  values.afterPipeline.trim() === '' &&
  !(before.waitsForHidden && triggerPatchOf(before, values).condition === undefined)

/** Where the form shows what the API says of the fields of a trigger. */
export const triggerFieldNames: Readonly<Record<string, string>> = {
  'condition.pipelineName': 'afterPipeline',
  'condition.environmentName': 'afterEnvironment',
  'condition.projectId': 'afterProject',
  'condition.states': 'states',
  'condition.assets': 'assets',
  'condition.match': 'match',
  'condition.withinSeconds': 'withinMinutes',
  'condition.folder': 'folder',
  'condition.filePattern': 'pattern',
  'condition.connection': 'connection',
  'condition.sql': 'sql',
  'condition.pollSeconds': 'pollSeconds',
}
