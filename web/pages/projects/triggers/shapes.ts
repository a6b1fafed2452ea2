import type { operations } from '../../../../openapi/types.generated.ts'

export type DataTrigger = operations['getTrigger']['responses'][200]['content']['application/json']
export type NewTrigger = operations['createTrigger']['requestBody']['content']['application/json']
export type TriggerPatch = operations['updateTrigger']['requestBody']['content']['application/json']
export type TriggerFire =
  operations['listTriggerHistory']['responses'][200]['content']['application/json']['results'][number]
export type Condition = DataTrigger['condition']
export type AwaitedAsset = NonNullable<Condition['assets']>[number]

export const conditionTypes = [
  { value: 'PIPELINE_END', label: 'When another pipeline ends' },
  { value: 'ASSETS', label: 'When assets are written' },
  { value: 'FILE', label: 'When a file arrives' },
  { value: 'SQL', label: 'When a query finds something' },
  { value: 'EVENT', label: 'For each event sent' },
] as const satisfies readonly { value: Condition['type']; label: string }[]

export const endStates = ['SUCCESS', 'FAILED', 'CANCELLED'] as const

export const missedPolicies = [
  { value: 'RUN_ALL', label: 'Run all: nothing is lost' },
  { value: 'RUN_ONCE', label: 'Run once: only for the latest' },
  { value: 'SKIP', label: 'Skip: no missed run' },
] as const satisfies readonly { value: DataTrigger['missedRunPolicy']; label: string }[]

/** What starts the pipeline, in plain words. */
export function readCondition({
  condition,
  environmentName,
}: Pick<DataTrigger, 'condition' | 'environmentName'>) {
  switch (condition.type) {
    case 'PIPELINE_END': {
      if (condition.pipelineName === undefined) return 'After a pipeline that you cannot see'
      const states = (condition.states ?? []).join(' or ')
      const place =
        condition.environmentName === environmentName
          ? ''
          : ` in ${condition.environmentName ?? environmentName}`
      return `After ${condition.pipelineName}${place}: ${states}`
    }
    case 'ASSETS': {
      const names = (condition.assets ?? []).map(({ name, assetId }) => name ?? assetId)
      return `After ${names.join(condition.match === 'ANY' ? ' or ' : ' and ')}`
    }
    case 'FILE': {
      const folder = condition.folder || 'the folder of files'
      return `Files in ${folder}${condition.connection === undefined ? '' : ` (${condition.connection})`}`
    }
    case 'SQL':
      return condition.fires === 'VALUE_CHANGES' ? 'When a query changes' : 'When a query becomes true'
    case 'EVENT':
      return condition.signed ? 'Signed events' : 'Events'
  }
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `1 hour`, `90 minutes`: in the largest unit that needs no fraction. */
export function readSeconds(seconds: number): string {
  const [unit, length] = units.find((one) => seconds % one[1] === 0) ?? ['second', 1]
  return (seconds / length).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' })
}
