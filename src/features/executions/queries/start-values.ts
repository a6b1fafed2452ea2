import { createMasking, type Masking } from '../../../lib/masking.ts'
import type { Pipeline, Value, VariableDeclaration } from '../../../pipeline/model.ts'
import { isSecretName } from '../../../pipeline/secret-names.ts'
import { startVariables } from '../../../pipeline/variables.ts'
import type { RecordedStart } from '../queue/snapshot-store.ts'
import type { ExecutionVariable } from '../schema.ts'

/**
 * An execution's start, with all that it was given: by its caller, and by those above it for variables of the
 * project.
 */
export type KnownStart = Omit<RecordedStart, 'above'>
export type Declared = ReadonlyMap<string, VariableDeclaration>
interface NamedValue {
  readonly name: string
  readonly value: Value
}

/**
 * The variables an execution started with, by name, and the source of each value, by the same rules as in the
 * runner (pipelines.md §3). `declared` are the variables of its pipeline. Values of variables that are named
 * like a secret are masked, and so is their text wherever else it appears.
 */
export function startValues(start: KnownStart, declared: Declared): ExecutionVariable[] {
  return masked(unmaskedStartValues(start, declared))
}

/** The same with secrets unmasked, for finding them in other texts. */
export function unmaskedStartValues(start: KnownStart, declared: Declared): ExecutionVariable[] {
  const { snapshot, pipelineName, scalarVariables: scalars, gridVariables: grids } = start
  const pipeline: Pipeline = { ...nothing, name: pipelineName, variables: declared }
  const { variables } = startVariables(pipeline, snapshot.variables, { scalars, grids })
  const overridden = new Set(snapshot.overridden)

  function sourceOf(name: string): ExecutionVariable['source'] {
    const given = Object.hasOwn(scalars, name) || Object.hasOwn(grids, name)
    if (given && declared.get(name)?.visibility !== 'PRIVATE') return 'CALLER'
    if (declared.has(name)) return 'PIPELINE_VARIABLE'
    return overridden.has(name) ? 'ENVIRONMENT_OVERRIDE' : 'PROJECT_VARIABLE'
  }

  const found = [...variables.values()].map(({ name, type, scope, columns, value }) => ({
    name,
    type,
    behaviour: scope,
    value: typeof value === 'object' ? value.map((row) => [...row]) : value,
    ...(type === 'GRID' && { columns: [...columns] }),
    source: sourceOf(name),
  }))
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const nothing = { kind: 'orchestration', description: '', components: new Map() } as const

/** Masks the texts of those of these variables that are named like a secret. */
export function maskingOf(variables: readonly NamedValue[]): Masking {
  const masking = createMasking()
  addSecrets(masking, variables)
  return masking
}

/** Adds the texts of those of these variables that are named like a secret. */
export function addSecrets(masking: Masking, variables: Iterable<NamedValue>): void {
  for (const { name, value } of variables) {
    if (!isSecretName(name)) continue
    for (const text of typeof value === 'object' ? value.flat() : [String(value)]) masking.add(text)
  }
}

function masked(variables: readonly ExecutionVariable[]): ExecutionVariable[] {
  const masking = maskingOf(variables)
  const text = (value: string, hide: boolean) => (hide ? '***' : masking.mask(value))
  return variables.map((variable) => {
    const { name, value } = variable
    const hide = isSecretName(name)
    if (typeof value === 'number') return variable
    if (typeof value === 'string') return { ...variable, value: text(value, hide) }
    return { ...variable, value: value.map((row) => row.map((cell) => text(cell, hide))) }
  })
}
