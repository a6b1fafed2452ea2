import Type, { type Static } from 'typebox'
import { GridVariables, NewExecution, ScalarVariables } from '../executions/schema.ts'

/** Wire shapes of decisions.md §8, samples. */
const MAX_ROWS = 1_000
export const DEFAULT_ROWS = 100

const { pipelineName, environmentName, versionName, ref, draft } = NewExecution.properties
export const NewSample = Type.Object(
  {
    pipelineName: { ...pipelineName, description: 'A transformation' },
    componentName: Type.String({ minLength: 1, maxLength: 1_000 }),
    environmentName,
    versionName,
    ref,
    draft,
    scalarVariables: Type.Optional(ScalarVariables),
    gridVariables: Type.Optional(GridVariables),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_ROWS,
        description: `Rows at most, ${DEFAULT_ROWS} by default; 0: columns and SQL only`,
      }),
    ),
  },
  { additionalProperties: false },
)

export const Sample = Type.Object({
  ok: Type.Boolean({ description: 'false: `message` says why there are no rows' }),
  message: Type.Optional(Type.String()),
  componentName: Type.Optional(
    Type.String({
      description: 'The component that the message is about; it may be one before the wanted one',
    }),
  ),
  columns: Type.Optional(
    Type.Array(
      Type.Object({ name: Type.String(), type: Type.String({ description: "The database's own name" }) }),
    ),
  ),
  rows: Type.Optional(
    Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])), {
      description:
        'Cells as text, in the order of the columns. For a component that writes, the rows that it receives',
    }),
  ),
  more: Type.Optional(Type.Boolean({ description: 'Whether there are more rows' })),
  shortened: Type.Optional(Type.Boolean({ description: 'true: long cells end with …' })),
  sql: Type.Optional(Type.String({ description: 'The query sent to the database, without the limit' })),
  latencyMs: Type.Integer({ minimum: 0 }),
})

export type NewSample = Static<typeof NewSample>
export type Sample = Static<typeof Sample>
