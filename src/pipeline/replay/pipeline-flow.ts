import type { Component, Parameters, Pipeline } from '../model.ts'
import type { JournalComponent, JournalPipeline } from './journal.ts'

/** The only parameters that the flow itself reads: those of iterators and retries. */
const flowParameters = [
  'numberOfRetries',
  'retryDelay',
  'customDelay',
  'customDelayUnit',
  'concurrency',
  'breakOnFailure',
]

/**
 * What the machine needs of a pipeline. Parameters of other components, and values of variables, stay behind.
 */
export function journalPipeline(pipeline: Pipeline): JournalPipeline {
  const { name, kind: pipelineType, components } = pipeline
  return { name, pipelineType, components: [...components.values()].map(journalComponent) }
}

function journalComponent(component: Component): JournalComponent {
  const { name, type, transitions, iterationTarget, skipped, postProcessing } = component
  const parameters = pick(component)
  return {
    name,
    type,
    transitions,
    ...(iterationTarget !== undefined && { iterationTarget }),
    ...(skipped && { skipped }),
    ...(postProcessing !== undefined && { postProcessed: true }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}

function pick({ iterationTarget, parameters }: Component): Parameters {
  if (iterationTarget === undefined) return {}
  const known = flowParameters.filter((name) => Object.hasOwn(parameters, name))
  return Object.fromEntries(known.map((name) => [name, parameters[name]!]))
}

/** A pipeline that the machine runs like the one that the journal was written of. */
export function pipelineOfJournal({ name, pipelineType, components }: JournalPipeline): Pipeline {
  const all = components.map((one): [string, Component] => [one.name, componentOf(one)])
  return { name, kind: pipelineType, description: '', variables: new Map(), components: new Map(all) }
}

const nothingSet = { updateScalarVariables: [], updateOutputMessage: undefined } as const

function componentOf(one: JournalComponent): Component {
  const { name, type, transitions, iterationTarget, skipped = false, postProcessed, parameters = {} } = one
  const postProcessing = postProcessed ? nothingSet : undefined
  return {
    name,
    type,
    transitions,
    iterationTarget,
    skipped,
    postProcessing,
    parameters,
    sources: [],
    line: 1,
  }
}
