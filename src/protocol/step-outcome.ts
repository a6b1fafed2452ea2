import Type, { type Static } from 'typebox'
import { Nat, oneOf, VariableValue } from './shapes.ts'

/** A new value for a variable, as a step set it. */
export const VariableUpdate = Type.Object({
  variable: Type.String(),
  value: VariableValue,
  /** The runner found a secret in the value: it is stored for the run and never shown. */
  secret: Type.Optional(Type.Boolean()),
})

/** What one gate found before rows were published. */
const WireGate = Type.Object({
  name: Type.String(),
  type: Type.String(),
  onFailure: oneOf('STOP', 'WARN'),
  result: oneOf('PASSED', 'FAILED'),
  expected: Type.String(),
  actual: Type.String(),
  failingRows: Type.Optional(Nat),
  keptIn: Type.Optional(Type.String()),
})

/** How a step ended. */
export const WireOutcome = Type.Object({
  result: oneOf('SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED'),
  message: Type.Optional(Type.String()),
  rowCount: Type.Optional(Type.Number()),
  byteCount: Type.Optional(Nat),
  changes: Type.Optional(Type.Object({ inserted: Nat, updated: Nat, deleted: Nat })),
  branch: Type.Optional(Type.Boolean()),
  gates: Type.Optional(Type.Array(WireGate)),
  updates: Type.Optional(Type.Array(VariableUpdate)),
})
export type WireOutcome = Static<typeof WireOutcome>

/** A text that was kept; `characters` is how long it was, where some is missing. */
const KeptText = { characters: Type.Optional(Type.Integer({ minimum: 0 })) }
/**
 * What a step was executed with, secrets masked: the parameters that differ from the pipeline's file, and the
 * statements that the environment's database was given. For readers only: no run continues with it.
 */
export const WireExecuted = Type.Object({
  parameters: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.Unknown(), ...KeptText })),
  ),
  statements: Type.Optional(Type.Array(Type.Object({ text: Type.String(), ...KeptText }))),
  /** Statements beyond those that are kept. */
  moreStatements: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type WireExecuted = Static<typeof WireExecuted>
