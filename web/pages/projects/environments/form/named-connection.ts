import type { Environment } from '../shapes.ts'

export type DefaultConnections = NonNullable<Environment['defaultConnections']>

/**
 * The one of `names` that is among the default connections; undefined where SQL runs on the environment's own
 * database.
 */
export const chosenConnection = (given: DefaultConnections, names: readonly string[]): string | undefined =>
  Object.values(given)
    .map(nameIn)
    .find((name) => name !== undefined && names.includes(name))

/** The default connections with `chosen` in place of the one of `names` that is there; the others stay. */
export function withConnection(
  given: DefaultConnections,
  names: readonly string[],
  chosen: string | undefined,
): DefaultConnections {
  const others = Object.entries(given).filter(([, value]) => !names.includes(nameIn(value) ?? ''))
  return Object.fromEntries([...others, ...(chosen === undefined ? [] : [['DWH', chosen] as const])])
}

/** Programs write a name, or an object that has it. */
function nameIn(value: unknown): string | undefined {
  const name: unknown = typeof value === 'string' ? value : Object(value).connectionName
  return typeof name === 'string' ? name : undefined
}
