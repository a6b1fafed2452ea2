import type { NamedVariable } from '../catalog.ts'
import type { ParameterPath, Parameters, ParameterValue } from '../model.ts'
import type { PropertySchema } from './read-parameters.ts'

const columnKinds: Readonly<Record<string, NamedVariable['kind']>> = {
  variable: 'any',
  'scalar variable': 'scalar',
}

/**
 * Variables that the parameters name as variables, by what the properties say of themselves
 * (components/common/properties.ts).
 */
export function namedVariables(schema: object, parameters: Parameters): readonly NamedVariable[] {
  const { properties = {} } = schema as PropertySchema
  return Object.entries(properties).flatMap(([key, naming]) => {
    const value = parameters[key]
    if (value === undefined || value === null) return []
    if (naming.names !== undefined)
      return Array.isArray(value)
        ? value.flatMap((item, at) => named(naming.names!, item, [key, at]))
        : named(naming.names, value, [key])
    return (naming.columns ?? []).flatMap((column, at) => {
      const kind = columnKinds[column]
      if (kind === undefined) return []
      return cellsOf(value, at).flatMap((cell, row) => named(kind, cell, [key, row, at]))
    })
  })
}

/**
 * Whether the text at a path of a component's parameters is the name of a variable, e.g. `['mapping', 2, 0]`.
 */
export function isVariableName(schema: object, [key, row, column]: readonly (string | number)[]): boolean {
  const { properties = {} } = schema as PropertySchema
  const naming = properties[String(key)]
  if (naming?.names !== undefined) return column === undefined || column === 0
  const heading = row === undefined ? undefined : naming?.columns?.[Number(column ?? 0)]
  return heading !== undefined && Object.hasOwn(columnKinds, heading)
}

const cellsOf = (value: ParameterValue, at: number): readonly ParameterValue[] =>
  Array.isArray(value)
    ? value.map((row: ParameterValue) => (Array.isArray(row) ? (row[at] ?? null) : at === 0 ? row : null))
    : []

/** What a file gives as a name: a row of one cell counts as its cell; an expression is known when it runs. */
function named(
  kind: NamedVariable['kind'],
  value: ParameterValue,
  path: ParameterPath,
): readonly NamedVariable[] {
  const name = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof name === 'string' && /^[A-Za-z_][\w-]*$/.test(name) ? [{ name, kind, path }] : []
}
