import Type from 'typebox'
import { Json, message, Nat, Uuid, WireVariable } from './shapes.ts'

/**
 * Requests to runners that are no executions, and their answers: tests of connections, samples, lists of
 * tables, and looks for triggers.
 */

/** What became of a `probe-connection`. */
export const ConnectionProbed = message('connection-probed', {
  probe: Uuid,
  ok: Type.Boolean(),
  message: Type.String({ maxLength: 10_000 }),
  version: Type.Optional(Type.String({ maxLength: 1_000 })),
  latencyMs: Nat,
})

/** What became of a `sample-wanted`. */
export const Sampled = message('sampled', {
  sample: Uuid,
  ok: Type.Boolean(),
  /** Why it failed, and the component that it failed at. */
  message: Type.Optional(Type.String({ maxLength: 10_000 })),
  component: Type.Optional(Type.String()),
  columns: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type: Type.String() }))),
  rows: Type.Optional(Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])))),
  more: Type.Optional(Type.Boolean()),
  shortened: Type.Optional(Type.Boolean()),
  sql: Type.Optional(Type.String()),
  latencyMs: Nat,
})

/** What became of a `tables-wanted`. */
export const TablesListed = message('tables-listed', {
  sample: Uuid,
  ok: Type.Boolean(),
  message: Type.Optional(Type.String({ maxLength: 10_000 })),
  /** The one that bare names mean first. */
  schemas: Type.Optional(Type.Array(Type.String())),
  usualSchema: Type.Optional(Type.String()),
  tables: Type.Optional(
    Type.Array(
      Type.Object({
        schema: Type.String(),
        name: Type.String(),
        columns: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type: Type.String() }))),
      }),
    ),
  ),
  more: Type.Optional(Type.Boolean()),
  latencyMs: Nat,
})

/** What became of a `condition-wanted`. */
export const ConditionChecked = message('condition-checked', {
  sample: Uuid,
  ok: Type.Boolean(),
  message: Type.Optional(Type.String({ maxLength: 10_000 })),
  /** Of SQL: the first row, absent when there is none. */
  row: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) })),
  ),
  /** Of a folder: what fits the pattern, in the order of names. */
  files: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        bytes: Type.Number(),
        version: Type.String(),
        modified: Type.Optional(Type.String()),
      }),
    ),
  ),
  latencyMs: Nat,
})

/**
 * Try a connection of a project and answer `connection-probed`. Its secrets are asked for with
 * `secret-wanted`, whose `root` is the probe. Runners before protocol 5 do not know it.
 */
export const ProbeConnection = message('probe-connection', {
  probe: Uuid,
  project: Uuid,
  environment: Type.String(),
  /** As in `run`, always of the type `NAMED`. */
  connection: Json,
})
export const PROBES_SINCE_PROTOCOL = 5

/**
 * Compile a component of a transformation, read its first rows without changing anything, and answer
 * `sampled`. Secrets are asked for as for a probe. Runners before protocol 6 do not know it.
 */
export const SampleWanted = message('sample-wanted', {
  sample: Uuid,
  project: Uuid,
  environment: Type.String(),
  /** As in `run`. */
  connection: Json,
  versionName: Type.String(),
  path: Type.String(),
  content: Type.String(),
  component: Type.String(),
  projectVariables: Type.Array(WireVariable),
  scalarVariables: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  gridVariables: Type.Record(Type.String(), Type.Array(Type.Array(Type.String()))),
  /** How many rows; 0: columns and SQL only. */
  limit: Nat,
})
export const SAMPLES_SINCE_PROTOCOL = 6

/**
 * List what the database of an environment has, without changing anything, and answer `tables-listed`.
 * Secrets are asked for as for a sample. Runners before protocol 7 do not know it.
 */
export const TablesWanted = message('tables-wanted', {
  sample: Uuid,
  project: Uuid,
  environment: Type.String(),
  /** As in `run`. */
  connection: Json,
  database: Type.Optional(Type.String()),
  schema: Type.Optional(Type.String()),
  prefix: Type.String(),
  /** The one whose columns are wanted. */
  table: Type.Optional(Type.String()),
  limit: Nat,
})
export const TABLES_SINCE_PROTOCOL = 7

/**
 * Look at what a trigger waits for, without changing anything, and answer `condition-checked`. Secrets are
 * asked for as for a sample. Runners before protocol 10 do not know it.
 */
export const ConditionWanted = message('condition-wanted', {
  sample: Uuid,
  project: Uuid,
  environment: Type.String(),
  /** As in `run`. */
  connection: Json,
  /**
   * A query; or a folder and a pattern, with the definition of the connection that it is reached by, if any.
   */
  sql: Type.Optional(Type.String()),
  folder: Type.Optional(Type.String()),
  pattern: Type.Optional(Type.String()),
  place: Type.Optional(Json),
})
export const CONDITIONS_SINCE_PROTOCOL = 10

/** Nobody waits for that sample, or that list of tables, any more: stop its statement. */
export const SampleCancelled = message('sample-cancelled', { sample: Uuid })
