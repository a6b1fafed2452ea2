import type { operations } from '../../../../../openapi/types.generated.ts'
import type { FaultCount } from '../../../../components/pipeline-graph/model.ts'

/** One pipeline as the API reads it. */
export type PipelineDetails =
  operations['getPipelineDetails']['responses'][200]['content']['application/json']
export type DrawnComponent = PipelineDetails['components'][number]
export type DeclaredVariable = PipelineDetails['variables'][number]
export type FileFault = PipelineDetails['faults'][number]

/** How much validation says of each component. */
export function faultsByComponent(faults: readonly FileFault[]): ReadonlyMap<string, FaultCount> {
  const counts = new Map<string, { errors: number; warnings: number }>()
  for (const { component, severity } of faults) {
    if (component === undefined) continue
    const count = counts.get(component) ?? { errors: 0, warnings: 0 }
    count[severity === 'error' ? 'errors' : 'warnings'] += 1
    counts.set(component, count)
  }
  return counts
}

/**
 * The pipeline that a component runs, as its file names it; undefined when it runs none or the name is known
 * only then.
 */
export function childOf({ type, parameters }: Pick<DrawnComponent, 'type' | 'parameters'>) {
  const kind = childKinds[type]
  if (kind === undefined) return undefined
  const reference = parameters[kind.parameter]
  if (typeof reference !== 'string' || reference === '' || reference.includes('${')) return undefined
  return { reference, pipelineType: kind.pipelineType }
}

const childKinds: Readonly<
  Record<string, { parameter: string; pipelineType: PipelineDetails['pipelineType'] }>
> = {
  'run-orchestration': { parameter: 'orchestrationJob', pipelineType: 'orchestration' },
  'run-transformation': { parameter: 'transformationJob', pipelineType: 'transformation' },
}

/** Every link that ends at a component, whatever kind it is. */
export function incomingOf(components: readonly DrawnComponent[], name: string): readonly string[] {
  const isBefore = ({ transitions, iterationTarget }: DrawnComponent) =>
    iterationTarget === name || Object.values(transitions).some((names) => names.includes(name))
  const own = components.find((component) => component.name === name)?.sources ?? []
  return [...new Set([...components.filter(isBefore).map((component) => component.name), ...own])]
}
