import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../db/tables.generated.ts'

type Column = keyof Tables['execution']

/** Columns that not every new execution has a value for; they are null or have a default. */
type OptionalColumn =
  | 'parent_id'
  | 'schedule_id'
  | 'trigger_id'
  | 'tag'
  | 'priority'
  | 'message'
  | 'session_id'
  | 'queued_at'
  | 'requeued_at'
  | 'started_at'
  | 'finished_at'
  | 'secret_values'
  | 'variable_snapshot'
  | 'rerun_of'
  | 'last_report'
  | 'reused_reports'
  | 'source_id'
  | 'runner_losses'
  | 'trace_context'

/** An SQL expression for each column of a new execution, read in the row that `from` selects. */
export type NewExecutionRow = Readonly<
  Record<Exclude<Column, OptionalColumn>, RawBuilder<unknown>> &
    Partial<Record<OptionalColumn, RawBuilder<unknown>>>
>

/**
 * `insert into execution … select …`: the only statement of its kind. Each value is listed with its column,
 * so that a new column that everything must have does not compile until every caller has it, and no two can
 * be mixed up.
 */
export function insertExecution(row: NewExecutionRow, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  return sql`insert into execution (${columns}) select ${sql.join(Object.values(row))} ${from}`
}
