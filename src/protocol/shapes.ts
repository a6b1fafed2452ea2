import Type, { type Static } from 'typebox'

/** What messages are made of. */
export const Uuid = Type.String({ format: 'uuid' })
export const Instant = Type.String()
export const Nat = Type.Integer({ minimum: 0 })
export const Json = Type.Unknown()
export const oneOf = <T extends string[]>(...values: readonly [...T]) => Type.Enum<T>(values)
export const message = <K extends string, T extends Type.TProperties>(kind: K, properties: T) =>
  Type.Object({ kind: Type.Literal(kind), ...properties }, { additionalProperties: false })

export const VariableValue = Type.Union([Type.String(), Type.Number(), Type.Array(Type.Array(Type.String()))])
/**
 * A variable of the run at its start: project, environment and caller values are already resolved into it.
 */
export const WireVariable = Type.Object({
  name: Type.String(),
  type: oneOf('TEXT', 'NUMBER', 'GRID'),
  scope: oneOf('COPIED', 'SHARED'),
  columns: Type.Array(Type.String()),
  value: VariableValue,
})
export type WireVariable = Static<typeof WireVariable>

export const Ask = Type.Integer({
  minimum: 0,
  description: 'The runner numbers its lookups; the answer repeats the number',
})
export const MAX_WANTED_CHARACTERS = 1_000
export const WantedName = Type.String({ minLength: 1, maxLength: MAX_WANTED_CHARACTERS })
