import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'

/** Wire shapes of decisions.md §9; the specification names the operations and the two required fields. */

export const VariableType = Type.Enum(['TEXT', 'NUMBER', 'GRID'], {
  description: 'TEXT is a JSON string, NUMBER a JSON number, GRID rows of text',
})
export const VariableBehaviour = Type.Enum(['SHARED', 'COPIED'], {
  description: 'COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run',
})

export const MAX_TEXT_CHARACTERS = 1_000_000
export const MAX_GRID_ROWS = 100_000
export const MAX_GRID_COLUMNS = 200
/** Grids may be larger than other bodies (decisions.md §4). */
export const MAX_VARIABLE_BODY_BYTES = 16 * 1024 * 1024

const GridRows = Type.Array(Type.Array(Type.String()), { maxItems: MAX_GRID_ROWS })
export const VariableValue = Type.Union(
  [Type.String({ maxLength: MAX_TEXT_CHARACTERS }), Type.Number(), GridRows],
  {
    description: 'Text, a number, or rows of text, as the type of the variable says',
  },
)
const Columns = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: MAX_GRID_COLUMNS,
  description: 'Column names of a GRID, in order',
})
const Description = Type.String({ maxLength: 2_000 })

const variable = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  type: VariableType,
  behaviour: VariableBehaviour,
  description: Type.String(),
  value: VariableValue,
  columns: Type.Optional(Columns),
  supportsDoubleResolution: Type.Boolean(),
}
export const Variable = Type.Object(variable, { additionalProperties: false })

export const Override = Type.Object(
  { environmentName: Type.String(), value: VariableValue },
  { additionalProperties: false },
)
export const VariableWithOverrides = Type.Object(
  { ...variable, overrides: Type.Array(Override) },
  { additionalProperties: false },
)

export const FailureReason = Type.Enum(['ENVIRONMENT_NOT_FOUND', 'FORBIDDEN', 'INCOMPATIBLE_TYPE'])
export const FailedOverride = Type.Object(
  { environmentName: Type.String(), value: VariableValue, reason: FailureReason, detail: Type.String() },
  { additionalProperties: false },
)
export const OverrideOutcome = Type.Object(
  { ...variable, overrides: Type.Array(Override), failedOverride: Type.Array(FailedOverride) },
  { additionalProperties: false },
)

export const NewVariable = Type.Object(
  {
    name: Type.String(),
    type: VariableType,
    behaviour: VariableBehaviour,
    description: Type.Optional(Description),
    value: Type.Optional(VariableValue),
    columns: Type.Optional(Columns),
    supportsDoubleResolution: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** `type` and `behaviour` are required even when they stay as they are (specification, Update project variable). */
export const VariablePatch = Type.Object(
  {
    type: VariableType,
    behaviour: VariableBehaviour,
    description: Type.Optional(Description),
    value: Type.Optional(VariableValue),
    columns: Type.Optional(Columns),
    supportsDoubleResolution: Type.Optional(Type.Boolean()),
  },
  // A request without a body is one without the two fields, and is told so.
  { additionalProperties: false, default: {} },
)

export const OverrideRequest = Type.Object(
  { overrides: Type.Array(Override, { minItems: 1, maxItems: 200 }) },
  { additionalProperties: false },
)

/** One operation's path after the project. Names are checked by looking them up: a wrong one is not there. */
export const VariablePath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  variableName: Type.String({ minLength: 1 }),
})
export const VariableOverridePath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  variableName: Type.String({ minLength: 1 }),
  environmentName: Type.String({ minLength: 1 }),
})
export const VariableListQuery = Type.Object({
  ...PageQuery.properties,
  include: Type.Optional(
    Type.Literal('overrides', { description: 'Each variable comes with the overrides the caller may see' }),
  ),
})
export const OneEnvironmentQuery = Type.Object({
  environmentName: Type.Optional(Type.String({ description: 'Narrows to the override of one environment' })),
})
export const ResolvedQuery = Type.Object({ environmentName: Type.String({ minLength: 1 }) })
export const DryRunQuery = Type.Object({
  dryRun: Type.Boolean({ default: false, description: 'Says what would happen and changes nothing' }),
})

/** What an execution in one environment would see, and why. */
export const ResolvedVariable = Type.Object(
  {
    name: Type.String(),
    environmentName: Type.String(),
    type: VariableType,
    behaviour: VariableBehaviour,
    value: VariableValue,
    columns: Type.Optional(Columns),
    source: Type.Enum(['PROJECT_VARIABLE', 'ENVIRONMENT_OVERRIDE'], {
      description: 'Where the value comes from',
    }),
  },
  { additionalProperties: false },
)

export const VariablePage = pageOf(
  Type.Object(
    { ...variable, overrides: Type.Optional(Type.Array(Override)) },
    { additionalProperties: false },
  ),
)

export type VariableType = Static<typeof VariableType>
export type VariableBehaviour = Static<typeof VariableBehaviour>
export type VariableValue = Static<typeof VariableValue>
export type Variable = Static<typeof Variable>
export type Override = Static<typeof Override>
export type VariableWithOverrides = Static<typeof VariableWithOverrides>
export type FailedOverride = Static<typeof FailedOverride>
export type FailureReason = Static<typeof FailureReason>
export type NewVariable = Static<typeof NewVariable>
export type VariablePatch = Static<typeof VariablePatch>
export type OverrideOutcome = Static<typeof OverrideOutcome>
export type ResolvedVariable = Static<typeof ResolvedVariable>
