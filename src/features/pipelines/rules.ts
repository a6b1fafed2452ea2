import { statedCalls } from '../../pipeline/calls.ts'
import { type Design, groupsOf } from '../../pipeline/design.ts'
import type { Component, Fault, Pipeline, PipelineKind, VariableDeclaration } from '../../pipeline/model.ts'
import { pipelineNameOf, pipelineReference } from '../../pipeline/names.ts'
import { type SharedCall, type SharedCallOf, sharedCallsOf } from '../../pipeline/shared/calls.ts'
import type { Validation } from '../../pipeline/validate.ts'
import type { DeclaredVariable, DrawnComponent, PipelineDetails, PipelineSummary } from './schema.ts'
import { MAX_FAULTS_OF_FILE } from './schema.ts'

export interface AnalysedFile {
  readonly summary: PipelineSummary
  /** The first of them; `summary` counts all. */
  readonly faults: readonly Fault[]
  /** The pipelines that it runs. */
  readonly calls: readonly PipelineCall[]
  /** The shared pipelines that it runs. */
  readonly sharedCalls: readonly SharedCall[]
}

/** A component that runs a pipeline. */
export interface PipelineCall {
  readonly component: string
  readonly line: number
  readonly skipped: boolean
  readonly pipelineType: PipelineKind
  /** What the file has in place of the name. */
  readonly reference: string
  /** Absent when variables decide it. */
  readonly target?: string
  /** The iterator or retry that repeats the component. */
  readonly repeatedBy?: string
}

/** Files of a project by the name of their pipelines. */
export type Analysis = readonly AnalysedFile[]

const MAX_FAULTS_OF_PROJECT = 20_000
const MAX_MESSAGE_CHARACTERS = 2_000
/** Longer references name no file. */
const MAX_REFERENCE_CHARACTERS = 2_000
/** Of one drawing. Aliases make files of a few lines that are gigabytes when written out. */
const MAX_DRAWING_CHARACTERS = 8 * 1024 * 1024

/** Why a request does not name exactly one source of files, one sentence each; empty when it does. */
export function sourceObjections(query: {
  readonly ref?: string | undefined
  readonly environmentName?: string | undefined
  readonly versionName?: string | undefined
  readonly pipelineExecutionId?: string | undefined
}): string[] {
  const { ref, environmentName, versionName, pipelineExecutionId } = query
  const given = [ref, environmentName, pipelineExecutionId].filter((one) => one !== undefined)
  if (given.length > 1) return ['query: send only one of ref, environmentName and pipelineExecutionId']
  if (versionName !== undefined && environmentName === undefined)
    return ['query/versionName requires environmentName']
  if (given.length === 1) return []
  return [
    'query: send ref (files of the repository), environmentName (a published version) or pipelineExecutionId',
  ]
}

/** What is kept of a validation: a summary of every file and its first faults. */
export function analysisOf({ files, faults }: Validation): Analysis {
  const byFile = Map.groupBy(faults, ({ file }) => file)
  let left = MAX_FAULTS_OF_PROJECT
  return files
    .map(({ path, kind, pipeline }): AnalysedFile => {
      const all = byFile.get(path) ?? []
      const errors = all.filter(({ severity }) => severity === 'error').length
      const kept = all.slice(0, Math.min(left, MAX_FAULTS_OF_FILE)).map(shortened)
      left -= kept.length
      const summary = {
        name: pipelineNameOf(path)?.name ?? path,
        path,
        pipelineType: kind,
        faultCount: { errors, warnings: all.length - errors },
        ...(pipeline !== undefined && { componentCount: pipeline.components.size }),
      }
      return { summary, faults: kept, calls: pipelineCallsOf(pipeline), sharedCalls: sharedCallsOf(pipeline) }
    })
    .sort(
      (a, b) => compareText(a.summary.name, b.summary.name) || compareText(a.summary.path, b.summary.path),
    )
}

/** The calls of a pipeline as they are kept. */
export const pipelineCallsOf = (pipeline: Pipeline | undefined): readonly PipelineCall[] =>
  statedCalls(pipeline)
    .filter(({ reference }) => reference.length <= MAX_REFERENCE_CHARACTERS)
    .map(({ component, kind, reference, target, repeatedBy }) => ({
      component: component.name,
      line: component.line,
      skipped: component.skipped,
      pipelineType: kind,
      reference,
      ...(target !== undefined && { target }),
      ...(repeatedBy !== undefined && { repeatedBy: repeatedBy.name }),
    }))

/** Every component of a project that runs a shared pipeline. */
export const sharedCallsIn = (analysis: Analysis): readonly SharedCallOf[] =>
  analysis.flatMap(({ summary: { name: pipelineName, path }, sharedCalls }) =>
    sharedCalls.map((call) => ({ ...call, pipelineName, path })),
  )

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function shortened(fault: Fault): Fault {
  const { message } = fault
  if (message.length <= MAX_MESSAGE_CHARACTERS) return fault
  return { ...fault, message: `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` }
}

/** The file that a name means: with its ending that very file, for two kinds may share a name. */
export function findPipeline(analysis: Analysis, name: string): AnalysedFile | undefined {
  const wanted = pipelineReference(name)
  return (
    analysis.find(({ summary }) => summary.path === name) ??
    analysis.find(({ summary }) => summary.name === wanted)
  )
}

export type Drawing = Pick<PipelineDetails, 'description' | 'components' | 'variables' | 'notes' | 'groups'>

/**
 * Components, variables, notes and groups as clients draw them; undefined when written out they would be too
 * much.
 */
export function drawingOf(pipeline: Pipeline | undefined, design: Design): Drawing | undefined {
  const { positions, notes } = design
  const drawing = {
    description: pipeline?.description ?? '',
    components: [...(pipeline?.components.values() ?? [])].map((one) => drawn(one, positions.get(one.name))),
    variables: [...(pipeline?.variables.values() ?? [])].map(declared),
    notes: notes.map(({ key: _key, ...note }) => note),
    groups: groupsOf(design, (name) => pipeline?.components.has(name) ?? false).map(
      ({ name, components }) => ({
        name,
        components: [...components],
      }),
    ),
  }
  return charactersOf(drawing, MAX_DRAWING_CHARACTERS) > MAX_DRAWING_CHARACTERS ? undefined : drawing
}

function drawn(component: Component, position: DrawnComponent['position']): DrawnComponent {
  const { iterationTarget, postProcessing, transitions, sources } = component
  return {
    name: component.name,
    type: component.type,
    line: component.line,
    skipped: component.skipped,
    parameters: component.parameters,
    transitions: transitions as DrawnComponent['transitions'],
    sources: [...sources],
    ...(iterationTarget !== undefined && { iterationTarget }),
    ...(postProcessing !== undefined && {
      postProcessing: {
        updateScalarVariables: postProcessing.updateScalarVariables.map((row) => [...row]),
        updateGridVariables: (postProcessing.updateGridVariables ?? []).map((one) => ({ ...one })),
        ...(postProcessing.updateOutputMessage !== undefined && {
          updateOutputMessage: postProcessing.updateOutputMessage,
        }),
      },
    }),
    ...(position !== undefined && { position }),
  }
}

function declared(variable: VariableDeclaration): DeclaredVariable {
  const { columns, defaultValue } = variable
  return {
    ...variable,
    columns: [...columns],
    defaultValue: typeof defaultValue === 'object' ? defaultValue.map((row) => [...row]) : defaultValue,
  }
}

/** Roughly how long a value is as JSON. Stops counting above `limit`. */
function charactersOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 6
  let sum = 2
  for (const [key, item] of Object.entries(value)) {
    sum += key.length + 4 + charactersOf(item, limit - sum)
    if (sum > limit) break
  }
  return sum
}
