import { UNKNOWN_VALUE } from '../../lib/unknown-value.ts'
import { reachableFrom, successors } from '../../pipeline/graph.ts'
import type { Component, Pipeline } from '../../pipeline/model.ts'
import { replaceSourceRows } from '../../pipeline/source-rows.ts'
import type { DeclaredAssets, Place } from '../asset-places.ts'
import { declaredAssets } from '../assets.ts'
import { findDeclaration } from '../catalog.ts'
import { type KnownValues, resolved, resolvedIn, valuesIn, variablesSet } from './known-values.ts'

/** What a component will read and write, as far as the files of its version say it. */
export interface PlannedStep {
  readonly pipelineName: string
  readonly componentName: string
  readonly reads: readonly Place[]
  readonly writes: readonly Place[]
  /** SQL that the environment's database executes. */
  readonly scripts: readonly string[]
  /** Queries whose rows go into what is written. */
  readonly queries: readonly string[]
}

export interface VersionFacts {
  /** Values of the project's variables, and others that a name in `${…}` may have. */
  readonly values: KnownValues
  /** The text of a file of the version. */
  readonly readFile: (path: string) => string | undefined
}

/**
 * What components of a version read and write when they run. Names have `UNKNOWN_VALUE` in them where only a
 * run knows them.
 */
export function plannedSteps(pipelines: readonly Pipeline[], facts: VersionFacts): PlannedStep[] {
  const set = variablesSet(pipelines)
  return pipelines.flatMap((pipeline) => {
    const values = valuesIn(pipeline, facts.values, set)
    const plan = { pipeline, values, readFile: facts.readFile }
    return pipeline.kind === 'transformation' ? plannedSinks(plan) : plannedComponents(plan)
  })
}

interface Plan {
  readonly pipeline: Pipeline
  readonly values: KnownValues
  readonly readFile: VersionFacts['readFile']
}

function declared({ values }: Plan, { type, parameters, skipped }: Component): DeclaredAssets | undefined {
  const declaration = findDeclaration(type)
  if (skipped || declaration?.assets === undefined) return undefined
  return declaredAssets(type, resolvedIn(parameters, declaration.verbatim ?? [], values))
}

/** Of an orchestration: the components that its start leads to, each on its own. */
function plannedComponents(plan: Plan): PlannedStep[] {
  const { components, name: pipelineName } = plan.pipeline
  const starts = [...components.values()].filter(({ type }) => type === 'start').map(({ name }) => name)
  return [...reachableFrom(starts, successors(plan.pipeline))].flatMap((name) => {
    const component = components.get(name)
    const assets = component && declared(plan, component)
    if (assets === undefined) return []
    const { reads = [], writes = [], queried = [] } = assets
    const scripts = scriptOf(plan, assets)
    const step = {
      pipelineName,
      componentName: name,
      reads: [...reads, ...queried],
      writes,
      scripts,
      queries: [],
    }
    return isEmpty(step) ? [] : [step]
  })
}

/**
 * Of a transformation: what writes, with the tables that all before it read. What becomes of columns on the
 * way is known when the database describes them, as a run does.
 */
function plannedSinks(plan: Plan): PlannedStep[] {
  const { components, name: pipelineName } = plan.pipeline
  const sources = new Map([...components.values()].map((one) => [one.name, one.sources]))
  return [...components.values()].flatMap((component) => {
    const { writes = [] } = declared(plan, component) ?? {}
    if (writes.length === 0) return []
    const before = [...reachableFrom(component.sources, sources)].flatMap((name) => {
      const one = components.get(name)
      return (one && declared(plan, one)) ?? []
    })
    const reads = before.flatMap((one) => one.reads ?? [])
    const queries = before.flatMap((one) => scriptOf(plan, one))
    return [{ pipelineName, componentName: component.name, reads, writes, scripts: [], queries }]
  })
}

function scriptOf({ values, readFile }: Plan, { script }: DeclaredAssets): string[] {
  if (script === undefined) return []
  const { text = readFile(resolved(script.file ?? '', values)) ?? '', isTemplate } = script
  const sql = replaceSourceRows(isTemplate ? resolved(text, values) : text, () => UNKNOWN_VALUE)
  return sql.trim() === '' ? [] : [sql]
}

const isEmpty = ({ reads, writes, scripts }: PlannedStep): boolean =>
  reads.length + writes.length + scripts.length === 0
