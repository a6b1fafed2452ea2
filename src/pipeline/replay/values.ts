import type { VariableUpdate } from '../flow-events.ts'
import type { Value, VariableType } from '../model.ts'
import { fitValue, type RunVariable } from '../variables.ts'
import type { ReplayedChange } from './events.ts'
import type { JournalUpdate, JournalVariable } from './journal.ts'

type Variables = ReadonlyMap<string, RunVariable>

/** Stands for a value whose text was masked, so that the variable can take it as it took the real one. */
function standIn(type: VariableType, value: Value): Value {
  if (type === 'NUMBER') return 0
  if (type === 'GRID') return typeof value === 'object' ? value : []
  return value
}

/** The variables that a run began with, as far as they may be shown. */
export function runVariables(variables: readonly JournalVariable[]): Variables {
  return new Map(
    variables.map(({ masked, ...variable }) => {
      const value = masked ? standIn(variable.type, variable.value) : variable.value
      return [variable.name, { ...variable, value }]
    }),
  )
}

/** Updates as the flow is given them. */
export function flowUpdates(variables: Variables, updates: readonly JournalUpdate[]): VariableUpdate[] {
  return updates.map(({ variable: name, value, masked }) => {
    const variable = variables.get(name)
    const given = masked && variable !== undefined ? standIn(variable.type, value) : value
    return { variable: name, value: given }
  })
}

/**
 * What updates do to variables that a step saw as `before` says. Of several for one variable each sees the
 * last.
 */
export function changesOf(
  variables: Variables,
  updates: readonly JournalUpdate[],
  before: (name: string) => Value | undefined,
): ReplayedChange[] {
  const current = new Map<string, Value>()
  return updates.map(({ variable: name, value, masked = false }) => {
    const variable = variables.get(name)
    const given = masked && variable !== undefined ? standIn(variable.type, value) : value
    const fitted =
      variable === undefined ? { fault: `There is no variable "${name}"` } : fitValue(variable, given)
    const change = { name, before: current.get(name) ?? before(name), scope: variable?.scope, masked }
    if ('fault' in fitted) return { ...change, after: value, refused: fitted.fault }
    current.set(name, masked ? value : fitted.value)
    return { ...change, after: masked ? value : fitted.value, refused: undefined }
  })
}
