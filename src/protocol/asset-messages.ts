import Type, { type Static } from 'typebox'
import { Nat, oneOf, Uuid } from './shapes.ts'

const Name = Type.String({ maxLength: 4_000 })
const WireDataset = Type.Object({ namespace: Name, name: Name, columns: Type.Optional(Type.Array(Name)) })

/** A database whose tables statements name; `src/lib/datasets.ts` says what the members mean. */
const WireDatabase = Type.Object({
  namespace: Name,
  dialect: oneOf(
    'duckdb',
    'postgres',
    'redshift',
    'mysql',
    'bigquery',
    'snowflake',
    'databricks',
    'clickhouse',
  ),
  database: Type.Optional(Name),
  schema: Type.Optional(Name),
  names: Type.Optional(
    Type.Array(Type.Object({ name: Name, database: Type.Optional(Name), schema: Type.Optional(Name) })),
  ),
})

/** What one step read and wrote. */
export const WireAssets = Type.Object({
  /** Another step of the same root, whose transaction this one committed. */
  of: Type.Optional(Type.Object({ execution: Uuid, seq: Nat })),
  reads: Type.Optional(Type.Array(WireDataset)),
  writes: Type.Optional(Type.Array(WireDataset)),
  /** The statements that the step reports name tables of this database. */
  statements: Type.Optional(WireDatabase),
  /** These statements name what was read from another database. */
  source: Type.Optional(Type.Object({ database: WireDatabase, statements: Type.Array(Type.String()) })),
})
export type WireAssets = Static<typeof WireAssets>
