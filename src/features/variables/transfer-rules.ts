import {
  emptyValue,
  judgeOverrides,
  misfits,
  nameViolation,
  patched,
  repeatedEnvironments,
  sameValue,
  sameVariable,
  shapeObjections,
  shapeOf,
} from './rules.ts'
import type {
  FailedOverride,
  FileVariable,
  ImportOutcome,
  ImportQuery,
  Override,
  Variable,
} from './schema.ts'

export interface PresentVariable {
  readonly variable: Variable
  readonly overrides: readonly (Override & { readonly visible: boolean })[]
}

/** What the caller may do with overrides in each environment. */
export interface Reach {
  exists(environmentName: string): boolean
  edit(environmentName: string): boolean
}

export type PlannedChange = ImportOutcome['changes'][number]

export interface Plan {
  readonly changes: readonly PlannedChange[]
  readonly unchanged: number
  readonly failedOverride: ImportOutcome['failedOverride']
  /** Sentences about the file; when there are any, nothing may be done. */
  readonly violations: readonly string[]
}

/**
 * What a file changes: the diff, decided before anything is written. Fields and overrides that the file
 * leaves out stay. `REPLACE` also deletes variables the file does not name, and overrides missing in a list
 * that is given.
 */
export function planImport(
  present: readonly PresentVariable[],
  file: readonly FileVariable[],
  mode: ImportQuery['mode'],
  reach: Reach,
): Plan {
  const byName = new Map(present.map((one) => [one.variable.name.toLowerCase(), one]))
  const named = new Set(file.map(({ name }) => name.toLowerCase()))
  const violations = repeatedNames(file)
  const changes: PlannedChange[] = []
  const failedOverride: Plan['failedOverride'] = []
  let unchanged = 0
  file.forEach((wanted, at) => {
    const planned = planVariable(byName.get(wanted.name.toLowerCase()), wanted, mode, reach)
    violations.push(
      ...planned.violations.map((violation) => `body/variables/${at}${violation.replace(/^body/, '')}`),
    )
    failedOverride.push(...planned.failed.map((one) => ({ variableName: wanted.name, ...one })))
    changes.push(...planned.changes)
    if (planned.changes.length === 0 && planned.failed.length === 0) unchanged++
  })
  if (mode === 'REPLACE') {
    const gone = present.filter(({ variable }) => !named.has(variable.name.toLowerCase()))
    changes.push(...gone.map(deletion))
  }
  return { changes, unchanged, failedOverride, violations }
}

function repeatedNames(file: readonly FileVariable[]): string[] {
  const places = Map.groupBy(file.keys(), (at) => file[at]!.name.toLowerCase())
  return [...places.values()]
    .filter(([, second]) => second !== undefined)
    .map(
      ([first, second]) =>
        `body/variables/${second}/name is the same as in body/variables/${first} (case is ignored)`,
    )
}

const deletion = ({ variable, overrides }: PresentVariable): PlannedChange => ({
  variableName: variable.name,
  action: 'DELETED',
  before: {
    ...variable,
    overrides: overrides.map(({ environmentName, value }) => ({ environmentName, value })),
  },
})

interface PlannedVariable {
  readonly changes: readonly PlannedChange[]
  readonly failed: readonly FailedOverride[]
  readonly violations: readonly string[]
}

function planVariable(
  present: PresentVariable | undefined,
  wanted: FileVariable,
  mode: ImportQuery['mode'],
  reach: Reach,
): PlannedVariable {
  const { overrides: given = [], ...fields } = wanted
  const repeated = repeatedEnvironments(given).map((name) => `body/overrides names ${name} more than once`)
  const own = present === undefined ? newVariable(fields) : changedVariable(present, fields)
  const violations = [...own.violations, ...repeated]
  if (violations.length > 0) return { changes: [], failed: [], violations }
  const shape = shapeOf(own.variable)
  const { accepted, failed } = judgeOverrides(shape, given, reach)
  const before = new Map((present?.overrides ?? []).map((one) => [one.environmentName, one]))
  const kept = new Set(given.map(({ environmentName }) => environmentName))
  const dropped =
    mode === 'REPLACE' && wanted.overrides !== undefined
      ? [...before.values()].filter(({ environmentName: name }) => !kept.has(name) && reach.edit(name))
      : []
  const replaced = new Set([...accepted, ...dropped].map(({ environmentName }) => environmentName))
  const left = [...before.values()].filter(({ environmentName }) => !replaced.has(environmentName))
  const odd = misfits(shape, left)
  if (odd.length > 0) {
    const places = odd.map((name) =>
      before.get(name)!.visible ? name : 'an environment that you may not see',
    )
    const violation = `body/type: the overrides in ${[...new Set(places)].join(', ')} do not fit ${shape.type}`
    return { changes: [], failed: [], violations: [violation] }
  }
  const changes = [
    ...own.changes,
    ...accepted.flatMap((one) => overrideChange(wanted.name, before.get(one.environmentName), one)),
    ...dropped.map(({ environmentName, value }) => ({
      variableName: wanted.name,
      environmentName,
      action: 'DELETED' as const,
      before: { value },
    })),
  ]
  return { changes, failed, violations: [] }
}

type Fields = Omit<FileVariable, 'overrides'>
interface PlannedFields {
  /** What the variable will be; without an id when it is new. */
  readonly variable: Variable
  readonly changes: readonly PlannedChange[]
  readonly violations: readonly string[]
}

function newVariable(fields: Fields): PlannedFields {
  const { description = '', supportsDoubleResolution = false, value = emptyValue(fields.type) } = fields
  const after = { ...fields, description, supportsDoubleResolution, value }
  const name = nameViolation(fields.name)
  const violations = [
    ...(name === undefined ? [] : [name]),
    ...shapeObjections(shapeOf(fields), value, description),
  ]
  const changes = [{ variableName: fields.name, action: 'CREATED' as const, after }]
  return { variable: { id: '', ...after }, violations, changes }
}

function changedVariable({ variable: before }: PresentVariable, fields: Fields): PlannedFields {
  const { name, ...patch } = fields
  if (name !== before.name) {
    const violation = `body/name: the variable is named ${before.name}, and names cannot be changed`
    return { variable: before, changes: [], violations: [violation] }
  }
  const { variable: after, violations } = patched(before, patch)
  const same = sameVariable(before, after)
  const changes = same ? [] : [{ variableName: name, action: 'UPDATED' as const, before, after }]
  return { variable: after, changes, violations: violations }
}

function overrideChange(
  variableName: string,
  before: Override | undefined,
  after: Override,
): PlannedChange[] {
  const { environmentName, value } = after
  if (before === undefined) return [{ variableName, environmentName, action: 'CREATED', after: { value } }]
  if (sameValue(before.value, value)) return []
  const change = { variableName, environmentName, before: { value: before.value }, after: { value } }
  return [{ ...change, action: 'UPDATED' }]
}
