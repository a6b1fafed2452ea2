import Type, { type Static } from 'typebox'
import { NewExecution } from '../executions/schema.ts'
import { Sample } from './schema.ts'

/** Wire shapes of decisions.md §8, tables of an environment's database. */
const MAX_TABLES = 1_000
export const DEFAULT_TABLES = 200

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description })

export const TablesWanted = Type.Object(
  {
    environmentName: NewExecution.properties.environmentName,
    database: Type.Optional(Name('A database name of the environment; its own database by default')),
    schema: Type.Optional(Name('Only tables of this schema')),
    prefix: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Prefix of the names, in any letter case' }),
    ),
    table: Type.Optional(
      Name('Instead of a prefix: the name of the tables whose columns are wanted, in any letter case'),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_TABLES,
        description: `Tables at most, ${DEFAULT_TABLES} by default`,
      }),
    ),
  },
  { additionalProperties: false },
)

const Column = Type.Object({
  name: Type.String(),
  type: Type.String({ description: "The database's own name" }),
})
export const DatabaseTable = Type.Object({
  schema: Type.String(),
  name: Type.String(),
  columns: Type.Optional(Type.Array(Column, { description: 'With `table`: in their order' })),
})
export const DatabaseTables = Type.Object({
  ok: Type.Boolean({ description: 'false: `message` says why there are no tables' }),
  message: Type.Optional(Type.String()),
  usualSchema: Type.Optional(Type.String({ description: 'The schema that names without one mean' })),
  schemas: Type.Optional(Type.Array(Type.String(), { description: 'At most 500; absent with `table`' })),
  tables: Type.Optional(
    Type.Array(DatabaseTable, {
      description: 'Tables and views: those of the usual schema first, then by schema and name',
    }),
  ),
  more: Type.Optional(Type.Boolean({ description: 'Whether there are more than the limit' })),
  latencyMs: Sample.properties.latencyMs,
})

export type TablesWanted = Static<typeof TablesWanted>
export type DatabaseTables = Static<typeof DatabaseTables>
