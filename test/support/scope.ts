import type { Scope, SystemVariables } from '../../src/pipeline/expressions/expressions.ts'
import type { Value } from '../../src/pipeline/model.ts'

/** A scope of given variables; `columns` names those of its grids. */
export function scopeOf(
  variables: Readonly<Record<string, Value>>,
  sysvars: SystemVariables = {},
  columns: Readonly<Record<string, readonly string[]>> = {},
): Scope {
  const values = new Map(Object.entries(variables))
  return {
    variables: {
      get: (name) => values.get(name),
      names: () => values.keys(),
      columns: (name) => columns[name] ?? [],
    },
    sysvars,
  }
}
