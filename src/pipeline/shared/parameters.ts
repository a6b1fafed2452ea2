import type { Grid, Pipeline, Value, VariableType } from '../model.ts'

/** A value that a caller of a shared pipeline may set, or has to. */
export interface SharedParameter {
  readonly name: string
  readonly type: VariableType
  readonly displayName?: string
  readonly description: string
  readonly required: boolean
  readonly defaultValue: Value
  /** Of a GRID, in order. */
  readonly columns?: readonly string[]
}

/** What the file that shares a pipeline adds to one of its variables. */
export interface ParameterNote {
  readonly name: string
  readonly displayName: string | undefined
  readonly required: boolean
}

/** The PUBLIC variables of a pipeline: first those that have notes, in the order of these. */
export function parametersOf(
  pipeline: Pipeline,
  notes: readonly ParameterNote[],
): readonly SharedParameter[] {
  const noted = new Map(notes.map((note) => [note.name, note]))
  const open = [...pipeline.variables.values()].filter(({ visibility }) => visibility === 'PUBLIC')
  const order = [...noted.keys()]
  const placeOf = (name: string) => (noted.has(name) ? order.indexOf(name) : order.length)
  return open
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
    .map(({ name, type, description, defaultValue, columns }) => {
      const { displayName, required = false } = noted.get(name) ?? {}
      return {
        name,
        type,
        ...(displayName !== undefined && { displayName }),
        description,
        required,
        defaultValue,
        ...(type === 'GRID' && { columns }),
      }
    })
}

export type ParameterAspect = 'TYPE' | 'DEFAULT' | 'REQUIRED' | 'COLUMNS' | 'DESCRIPTION'

export interface ChangedParameter {
  readonly name: string
  readonly aspects: readonly ParameterAspect[]
  readonly from: SharedParameter
  readonly to: SharedParameter
}

export interface ParameterChanges {
  readonly added: readonly SharedParameter[]
  readonly removed: readonly SharedParameter[]
  readonly changed: readonly ChangedParameter[]
  /** Whether a caller that worked before may fail, or be missing a value, afterwards. */
  readonly breaking: boolean
}

/** What becomes of a caller's parameters between two versions of a shared pipeline. */
export function compareParameters(
  from: readonly SharedParameter[],
  to: readonly SharedParameter[],
): ParameterChanges {
  const before = new Map(from.map((one) => [one.name, one]))
  const after = new Map(to.map((one) => [one.name, one]))
  const added = to.filter(({ name }) => !before.has(name))
  const removed = from.filter(({ name }) => !after.has(name))
  const changed = to.flatMap((one): ChangedParameter[] => {
    const old = before.get(one.name)
    if (old === undefined) return []
    const aspects = aspectsOf(old, one)
    return aspects.length === 0 ? [] : [{ name: one.name, aspects, from: old, to: one }]
  })
  const breaking =
    removed.length > 0 ||
    added.some(({ required }) => required) ||
    changed.some(
      ({ aspects, to: now }) =>
        aspects.includes('TYPE') ||
        aspects.includes('COLUMNS') ||
        (aspects.includes('REQUIRED') && now.required),
    )
  return { added, removed, changed, breaking }
}

function aspectsOf(from: SharedParameter, to: SharedParameter): ParameterAspect[] {
  const differ: readonly [ParameterAspect, boolean][] = [
    ['TYPE', from.type !== to.type],
    ['DEFAULT', !sameValue(from.defaultValue, to.defaultValue)],
    ['REQUIRED', from.required !== to.required],
    ['COLUMNS', from.type === to.type && !sameValue([from.columns ?? []], [to.columns ?? []])],
    ['DESCRIPTION', from.description !== to.description],
  ]
  return differ.flatMap(([aspect, does]) => (does ? [aspect] : []))
}

const sameValue = (a: Value | Grid, b: Value | Grid): boolean => JSON.stringify(a) === JSON.stringify(b)
