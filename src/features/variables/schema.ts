import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { matching } from '../../lib/patterns.ts'

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
/**
 * Reading YAML takes a second for each MiB, and everything else waits meanwhile; JSON and CSV are read at
 * once.
 */
export const MAX_YAML_BYTES = 1024 * 1024

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
/** A value of any type: one that fits nothing fails alone. */
const GivenValue = Type.Unknown({
  description:
    'Text, a number, or rows of text, as the type of the variable says; any other value fails alone',
})
const GivenOverride = Type.Object(
  { environmentName: Type.String(), value: GivenValue },
  { additionalProperties: false },
)
export const FailedOverride = Type.Object(
  { environmentName: Type.String(), value: GivenValue, reason: FailureReason, detail: Type.String() },
  { additionalProperties: false },
)
export const OverrideOutcome = Type.Object(
  { ...variable, overrides: Type.Array(Override), failedOverride: Type.Array(FailedOverride) },
  { additionalProperties: false },
)

/** The form of a name; words that JavaScript reserves have it, too. */
export const VARIABLE_NAME = '^[A-Za-z_][A-Za-z0-9_-]{0,254}$'
const NewName = Type.String({
  minLength: 1,
  maxLength: 255,
  ...matching(VARIABLE_NAME, 'must start with a letter or _ and continue with letters, digits, _ or -'),
})

export const NewVariable = Type.Object(
  {
    name: NewName,
    type: VariableType,
    behaviour: VariableBehaviour,
    description: Type.Optional(Description),
    value: Type.Optional(VariableValue),
    columns: Type.Optional(Columns),
    supportsDoubleResolution: Type.Optional(Type.Boolean()),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'order_limit',
        type: 'NUMBER',
        behaviour: 'SHARED',
        description: 'How many orders are loaded at once',
        value: 500,
      },
    ],
  },
)

/**
 * `type` and `behaviour` are required even when they stay as they are (specification, Update project
 * variable).
 */
export const VariablePatch = Type.Object(
  {
    type: VariableType,
    behaviour: VariableBehaviour,
    description: Type.Optional(Description),
    value: Type.Optional(VariableValue),
    columns: Type.Optional(Columns),
    supportsDoubleResolution: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, examples: [{ type: 'NUMBER', behaviour: 'SHARED', value: 1_000 }] },
)

export const OverrideRequest = Type.Object(
  { overrides: Type.Array(GivenOverride, { minItems: 1, maxItems: 200 }) },
  { additionalProperties: false },
)

/** One operation's path after the project. Names are checked by looking them up: a wrong one is not there. */
const EnvironmentName = Type.String({
  minLength: 1,
  ...matching('^[^\\x00-\\x1f]*$', 'must not contain control characters'),
})
export const VariablePath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  variableName: Type.String({ minLength: 1 }),
})
export const VariableOverridePath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  variableName: Type.String({ minLength: 1 }),
  environmentName: EnvironmentName,
})
export const VariableListQuery = Type.Object({
  ...PageQuery.properties,
  nameContains: Type.Optional(
    Type.String({
      maxLength: 255,
      ...matching('^[^\\x00]*$', 'must not contain U+0000'),
      description: 'Part of the name, in any case',
    }),
  ),
  include: Type.Optional(
    Type.Literal('overrides', { description: 'Each variable comes with the overrides the caller may see' }),
  ),
  sort: sortBy(['name']),
})
export const OneEnvironmentQuery = Type.Object({
  environmentName: Type.Optional(Type.String({ description: 'Narrows to the override of one environment' })),
})
export const ResolvedQuery = Type.Object({ environmentName: EnvironmentName })
export const DryRunQuery = Type.Object({
  dryRun: Type.Boolean({ default: false, description: 'Returns what would happen and changes nothing' }),
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

export const NoContent = Type.Null()

export const VariablePage = pageOf(
  Type.Object(
    { ...variable, overrides: Type.Optional(Type.Array(Override)) },
    { additionalProperties: false },
  ),
)

/** A variable as history and files hold it: what is absent was not said. */
const state = {
  name: Type.String(),
  type: VariableType,
  behaviour: VariableBehaviour,
  description: Type.Optional(Description),
  value: Type.Optional(VariableValue),
  columns: Type.Optional(Columns),
  supportsDoubleResolution: Type.Optional(Type.Boolean()),
  overrides: Type.Optional(Type.Array(Override, { maxItems: 1_000 })),
}
const ChangeAction = Type.Enum(['CREATED', 'UPDATED', 'DELETED'])
const State = Type.Union([
  Type.Object({ ...state, id: Type.Optional(Type.String()) }, { additionalProperties: false }),
  Type.Object({ value: VariableValue }, { additionalProperties: false }),
])
export const VariableChange = Type.Object(
  {
    changeId: Type.Integer(),
    variableName: Type.String(),
    environmentName: Type.Optional(
      Type.String({ description: 'The change was made to the override of this environment' }),
    ),
    action: ChangeAction,
    changedBy: Type.String(),
    changedAt: Type.String({ format: 'date-time' }),
    before: Type.Optional(State),
    after: Type.Optional(State),
  },
  { additionalProperties: false },
)
export const VariableChangePage = pageOf(VariableChange)
export const ChangePath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  variableName: Type.String({ minLength: 1 }),
  changeId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})
export interface ChangeAddress extends Static<typeof ChangePath> {}
export const RestoreRequest = Type.Object(
  {
    to: Type.Optional(
      Type.Enum(['BEFORE', 'AFTER'], {
        description: 'BEFORE (default) undoes the change; AFTER goes back to what it made',
      }),
    ),
  },
  { additionalProperties: false },
)

/** All variables of a project with their overrides, as one file. */
export const MAX_TRANSFER_VARIABLES = 100_000
export const VariableFile = Type.Object(
  {
    formatVersion: Type.Optional(Type.Literal(1)),
    variables: Type.Array(Type.Object(state, { additionalProperties: false }), {
      maxItems: MAX_TRANSFER_VARIABLES,
    }),
  },
  { additionalProperties: false },
)
export const ExportQuery = Type.Object({
  format: Type.Union([Type.Literal('json'), Type.Literal('yaml'), Type.Literal('csv')], { default: 'json' }),
})
export const ImportQuery = Type.Object({
  ...DryRunQuery.properties,
  mode: Type.Union([Type.Literal('MERGE'), Type.Literal('REPLACE')], {
    default: 'MERGE',
    description:
      'REPLACE also deletes variables that the file does not name, and overrides that are not in a given list',
  }),
})
const ImportChange = Type.Object(
  {
    variableName: Type.String(),
    environmentName: Type.Optional(Type.String()),
    action: ChangeAction,
    before: Type.Optional(State),
    after: Type.Optional(State),
  },
  { additionalProperties: false },
)
export const ImportOutcome = Type.Object(
  {
    dryRun: Type.Boolean(),
    changes: Type.Array(ImportChange),
    unchanged: Type.Integer({ description: 'Variables of the file that are as it says, overrides included' }),
    failedOverride: Type.Array(
      Type.Object(
        { variableName: Type.String(), ...FailedOverride.properties },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export type VariableListQuery = Static<typeof VariableListQuery>
export type VariableType = Static<typeof VariableType>
export type VariableBehaviour = Static<typeof VariableBehaviour>
export type VariableValue = Static<typeof VariableValue>
export type Variable = Static<typeof Variable>
export type Override = Static<typeof Override>
export type GivenOverride = Static<typeof GivenOverride>
export type VariableWithOverrides = Static<typeof VariableWithOverrides>
export type FailedOverride = Static<typeof FailedOverride>
export type FailureReason = Static<typeof FailureReason>
export type NewVariable = Static<typeof NewVariable>
export type VariablePatch = Static<typeof VariablePatch>
export type OverrideOutcome = Static<typeof OverrideOutcome>
export type ResolvedVariable = Static<typeof ResolvedVariable>
export type VariableChange = Static<typeof VariableChange>
export type VariableFile = Static<typeof VariableFile>
export type FileVariable = VariableFile['variables'][number]
export type ImportOutcome = Static<typeof ImportOutcome>
export type ImportQuery = Static<typeof ImportQuery>
