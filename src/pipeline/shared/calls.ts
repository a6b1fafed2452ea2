import type { Component, Pipeline } from '../model.ts'
import { isList, isMapping, textOrJson } from '../parse-shapes.ts'
import { SHARED_CALL_TYPE, sharedReference, statedVersion } from './reference.ts'

/** A component that runs a shared pipeline, as its file states it. */
export interface SharedCall {
  readonly component: string
  readonly line: number
  readonly skipped: boolean
  /** What the file has in place of the name. */
  readonly reference: string
  /** What it has in place of the version, unless that is the newest. */
  readonly version?: string
  /** Variables are part of the name or the version: which one it is shows only while it runs. */
  readonly isDecidedLater: boolean
  /** The iterator or retry that repeats the component. */
  readonly repeatedBy?: string
  /** Variables that it sets, those that are expressions left out. */
  readonly sets: readonly string[]
}

/** The same with the pipeline that has the component. */
export interface SharedCallOf extends SharedCall {
  readonly pipelineName: string
  readonly path: string
}

/** Longer ones name nothing. */
const MAX_REFERENCE_CHARACTERS = 600
const MAX_SETS = 500

/** Every component of a pipeline that runs a shared one, those that name none yet left out. */
export function sharedCallsOf(pipeline: Pipeline | undefined): readonly SharedCall[] {
  const components = [...(pipeline?.components.values() ?? [])]
  return components.flatMap((component): SharedCall[] => {
    const { pipelineName: reference, version } = component.parameters
    if (component.type !== SHARED_CALL_TYPE || typeof reference !== 'string') return []
    const stated = statedVersion(textOrJson(version))
    const isDecidedLater = reference.includes('${') || stated?.includes('${') === true
    if (!isDecidedLater && sharedReference(reference) === undefined) return []
    if (reference.length + (stated?.length ?? 0) > MAX_REFERENCE_CHARACTERS) return []
    const repeatedBy = components.find(({ iterationTarget }) => iterationTarget === component.name)?.name
    return [
      {
        component: component.name,
        line: component.line,
        skipped: component.skipped,
        reference,
        ...(stated !== undefined && { version: stated }),
        isDecidedLater,
        ...(repeatedBy !== undefined && { repeatedBy }),
        sets: namesSet(component).slice(0, MAX_SETS),
      },
    ]
  })
}

function namesSet({ parameters }: Component): string[] {
  return ['setScalarVariables', 'setGridVariables'].flatMap((key) => {
    const stated = parameters[key]
    return (isList(stated) ? stated : [])
      .map((entry) => {
        if (isMapping(entry)) return textOrJson(entry['variable'] ?? entry['name'])
        return isList(entry) ? textOrJson(entry[0]) : ''
      })
      .filter((name) => /^[\w-]+$/.test(name))
  })
}
