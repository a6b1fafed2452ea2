import type { VariableUpdate, VariableView } from '../flow-events.ts'
import type { Value } from '../model.ts'
import { fitValue, type RunVariable } from '../variables.ts'

/**
 * COPIED variables of one branch that differ from the start of the run. Never changed in position: branches
 * share it.
 */
export type Copied = ReadonlyMap<string, Value>

/** Every COPIED variable as it was at the start of the run. */
export const initialCopies: Copied = new Map()

/** The variables of one run: where updates apply and what a branch sees (pipelines.md §3). */
export interface RunScope {
  /**
   * SHARED values change for the whole run; the answer is the branch's COPIED values. Misfits change nothing.
   */
  update(copied: Copied, updates: readonly VariableUpdate[] | undefined): Copied
  view(copied: Copied): VariableView
}

/** Starts from the variables of the run. */
export function runScope(variables: ReadonlyMap<string, RunVariable>): RunScope {
  const shared = new Map<string, Value>()
  return {
    update(copied, updates = []) {
      let changed: Map<string, Value> | undefined
      for (const { variable: name, value } of updates) {
        const variable = variables.get(name)
        const fitted = variable && fitValue(variable, value)
        if (fitted === undefined || 'fault' in fitted) continue
        if (variable!.scope === 'SHARED') {
          shared.set(name, fitted.value)
        } else {
          changed ??= new Map(copied)
          changed.set(name, fitted.value)
        }
      }
      return changed ?? copied
    },
    view: (copied) => ({
      get(name) {
        const variable = variables.get(name)
        const current = variable?.scope === 'SHARED' ? shared : copied
        return current.get(name) ?? variable?.value
      },
      names: () => variables.keys(),
      columns: (name) => variables.get(name)?.columns ?? [],
    }),
  }
}

/**
 * What is wrong with updates: names that do not exist and values that do not fit, each fault once, in order.
 */
export function updateFaults(
  variables: ReadonlyMap<string, RunVariable>,
  updates: readonly VariableUpdate[],
): readonly string[] {
  const faults = new Set<string>()
  for (const { variable: name, value } of updates) {
    const variable = variables.get(name)
    const fitted = variable ? fitValue(variable, value) : { fault: `There is no variable "${name}"` }
    if ('fault' in fitted) faults.add(fitted.fault)
  }
  return [...faults]
}
