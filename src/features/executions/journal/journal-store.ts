import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { isDuplicate } from '../../../db/errors.ts'
import { literals } from '../../../db/literals.ts'
import { errorText } from '../../../lib/error-text.ts'
import { insertExecution, type NewExecutionRow } from '../queue/insert-store.ts'
import { endedStates, heldStates } from '../states.ts'
import {
  type ChildChange,
  type GateFailure,
  type JournalRows,
  journalRows,
  type RootChange,
  type RootReports,
  type StepChange,
} from './journal-rows.ts'

/**
 * Writes what runners reported about many executions with one statement: all of it or nothing. Reports are
 * written only for executions that their session holds (the fence against a runner that lost its lease).
 * Answers those roots, and the roots whose last report was on disk already because the same reports had been
 * written before.
 */
export async function writeReports(db: Db, batch: readonly RootReports[]): Promise<Set<string>> {
  const rows = readable(() => journalRows(batch))
  // Hardly anything is reported twice, and `on conflict` would cost a third of the writing.
  return write(
    db,
    readable(() => statementOf(rows, 'new')),
  ).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    return write(db, statementOf(rows, 'known'))
  })
}

/** Reports that cannot be made into rows: nothing that PostgreSQL could be asked to store. */
export class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError'
}

function readable<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new UnreadableReportError(errorText(error), { cause: error })
  }
}

/** Whether rows may exist already. */
type Rows = 'new' | 'known'

/**
 * Parts without rows are left out, because each costs something even then. The lateral with `limit 1` looks
 * ended roots up one by one: a prepared plan made while the table was small must not keep scanning it when it
 * is large.
 */
function statementOf(
  { roots, children, steps, gateFailures }: JournalRows,
  kind: Rows,
): RawBuilder<{ id: string }> {
  const [begunChildren, endedChildren] = parted(children, ({ pipelineName }) => pipelineName !== undefined)
  const [begunSteps, movedSteps] = parted(steps, ({ key }) => key !== undefined)
  const reported = steps.filter(({ assets }) => assets !== undefined)
  const parts = [
    heldRoots(roots, begunChildren.length > 0 ? inherited : [sql`x.started_at`]),
    ...(begunChildren.length > 0 ? [addedChildren(begunChildren, kind)] : []),
    ...(endedChildren.length > 0 ? [changedChildren(endedChildren)] : []),
    ...(begunSteps.length > 0 ? [addedSteps(begunSteps, kind)] : []),
    ...(movedSteps.length > 0 ? [changedSteps(movedSteps)] : []),
    ...(reported.length > 0 ? [reportedAssets(reported, kind)] : []),
    ...(gateFailures.length > 0 ? [addedGateFailures(gateFailures)] : []),
  ]
  return sql<{ id: string }>`
    with ${sql.join(parts)}
    select id from held
    union all
    select x.id from root g cross join lateral (
      select x.id from execution x
       where x.id = g.root and x.session_id = g.session and x.status in ${literals(endedStates)}
         and x.last_report >= g."lastReport" limit 1) x
     where g.root not in (select id from held)`
}

async function write(db: Db, statement: RawBuilder<{ id: string }>): Promise<Set<string>> {
  const { rows } = await statement.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/**
 * The first instant, but none before the others: whatever clock it is from, nothing ends before it began.
 * Null when it is.
 */
const notBefore = (at: string, ...began: readonly string[]) =>
  sql.raw<Date>(`case when ${at} is not null then greatest(${[at, ...began].join(', ')}) end`)

/**
 * The session that holds an execution, as an expression that matches no index on purpose: for few rows the
 * planner would otherwise scan everything that the session holds, or held before, instead of looking each row
 * up by its id.
 */
const holder = sql`case when x.status in ${literals(heldStates)} then x.session_id end`

/** What children have from their root. */
const inherited = [
  'project_id',
  'environment_id',
  'environment_name',
  'artifact_id',
  'source_id',
  'version_name',
  'runner_id',
  'trigger',
  'started_by',
  'started_at',
  'variable_snapshot',
].map((column) => sql.ref(`x.${column}`))

/** In the order of their ids, so that two statements that update the same rows cannot deadlock. */
function heldRoots(
  changes: readonly RootChange[],
  returned: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const roots = columnsOf(changes.toSorted((a, b) => (a.root < b.root ? -1 : 1)))
  return sql`
    root as (
      select * from unnest(
        ${roots.uuids((r) => r.root)}::uuid[], ${roots.uuids((r) => r.session)}::uuid[],
        ${roots.integers((r) => r.lastReport)}::integer[], ${roots.texts((r) => r.status)}::text[],
        ${roots.texts((r) => r.message)}::text[], ${roots.instants((r) => r.finishedAt)}::timestamptz[])
        as g (root, session, "lastReport", status, message, "finishedAt")),
    held as (
      update execution x
         set last_report = greatest(x.last_report, g."lastReport"), status = coalesce(g.status, x.status),
             message = coalesce(g.message, x.message),
             finished_at = coalesce(${notBefore('g."finishedAt"', 'x.started_at')}, x.finished_at)
        from root g
       where x.id = g.root and ${holder} = g.session
      returning x.id, ${sql.join(returned)})`
}

/**
 * A child (`c`) belongs to the same version, runner and caller as its root (`h`), unless a shared pipeline is
 * run: then to a version that the root was told to run. What else a runner states is not believed.
 */
const newChild: NewExecutionRow = {
  id: sql`c.id`,
  root_id: sql`c.root`,
  parent_id: sql`c.parent`,
  project_id: sql`h.project_id`,
  environment_id: sql`h.environment_id`,
  environment_name: sql`h.environment_name`,
  artifact_id: sql`case when c.artifact is null then h.artifact_id else coalesce(
    (select u.shared_version_id from execution_shared_use u
      where u.root_id = c.root and u.shared_version_id = c.artifact limit 1), h.artifact_id) end`,
  source_id: sql`h.source_id`,
  version_name: sql`h.version_name`,
  pipeline_name: sql`c."pipelineName"`,
  pipeline_type: sql`c."pipelineType"`,
  runner_id: sql`h.runner_id`,
  status: sql`coalesce(c.status, 'RUNNING')`,
  trigger: sql`h.trigger`,
  started_by: sql`h.started_by`,
  message: sql`c.message`,
  queued_at: sql`greatest(c."startedAt", h.started_at)`,
  started_at: sql`greatest(c."startedAt", h.started_at)`,
  finished_at: notBefore('c."finishedAt"', 'c."startedAt"', 'h.started_at'),
  scalar_variables: sql`coalesce(c."scalarVariables", '{}')`,
  grid_variables: sql`coalesce(c."gridVariables", '{}')`,
  secret_values: sql`c."secretValues"`,
  variable_snapshot: sql`h.variable_snapshot`,
}

function addedChildren(changes: readonly ChildChange[], kind: Rows): RawBuilder<unknown> {
  const children = columnsOf(changes)
  return sql`
    child_added as (
      ${insertExecution(
        newChild,
        sql`
        from unnest(
          ${children.uuids((c) => c.root)}::uuid[], ${children.uuids((c) => c.id)}::uuid[],
          ${children.uuids((c) => c.parent)}::uuid[], ${children.texts((c) => c.pipelineName)}::text[],
          ${children.texts((c) => c.pipelineType)}::text[], ${children.instants((c) => c.startedAt)}::timestamptz[],
          ${children.jsons((c) => c.scalarVariables)}::jsonb[], ${children.jsons((c) => c.gridVariables)}::jsonb[],
          ${children.texts((c) => c.status)}::text[], ${children.texts((c) => c.message)}::text[],
          ${children.instants((c) => c.finishedAt)}::timestamptz[], ${children.uuids((c) => c.artifact)}::uuid[],
          ${children.jsons((c) => c.secretValues)}::jsonb[])
          as c (root, id, parent, "pipelineName", "pipelineType", "startedAt", "scalarVariables", "gridVariables",
                status, message, "finishedAt", artifact, "secretValues")
        join held h on h.id = c.root`,
      )}
      ${
        kind === 'new'
          ? sql``
          : sql`on conflict (id) do update
         set status = excluded.status, message = excluded.message, finished_at = excluded.finished_at
       where execution.status = 'RUNNING'`
      })`
}

function changedChildren(changes: readonly ChildChange[]): RawBuilder<unknown> {
  const children = columnsOf(changes)
  return sql`
    child_ended as (
      update execution x set status = c.status, message = c.message,
             finished_at = greatest(c."finishedAt", x.started_at)
        from unnest(
          ${children.uuids((c) => c.root)}::uuid[], ${children.uuids((c) => c.id)}::uuid[],
          ${children.texts((c) => c.status)}::text[], ${children.texts((c) => c.message)}::text[],
          ${children.instants((c) => c.finishedAt)}::timestamptz[])
          as c (root, id, status, message, "finishedAt")
       where x.id = c.id and x.root_id = c.root and x.status = 'RUNNING' and c.root in (select id from held))`
}

/**
 * Most steps are plain, and leave out what iterators, calls and steps on data have: each column costs as much
 * for null as for a value.
 */
function addedSteps(changes: readonly StepChange[], kind: Rows): RawBuilder<unknown> {
  const steps = columnsOf(changes)
  const isPlain = changes.every(
    ({ iteration, childExecution, rowCount, iterations, expandedN, executed }) =>
      (iteration ?? childExecution ?? rowCount ?? iterations ?? expandedN ?? executed) === undefined,
  )
  const more = isPlain
    ? { columns: sql``, names: sql``, arrays: sql`` }
    : {
        columns: sql`, iteration, child_execution_id, child_pipeline_name, row_count, iterations, expanded_n, executed`,
        names: sql`, iteration, "childExecution", "childPipelineName", "rowCount", iterations, "expandedN", executed`,
        arrays: sql`,
          ${steps.integers((s) => s.iteration)}::integer[], ${steps.uuids((s) => s.childExecution)}::uuid[],
          ${steps.texts((s) => s.childPipelineName)}::text[], ${steps.bigints((s) => s.rowCount)}::bigint[],
          ${steps.jsons((s) => s.iterations)}::jsonb[], ${steps.integers((s) => s.expandedN)}::integer[],
          ${steps.texts((s) => s.executed)}::text[]`,
      }
  return sql`
    step_begun as (
      insert into step (execution_id, seq, key, name, type, attempt, started_at, result, message, finished_at, outcome,
             finished_n${more.columns})
      select execution, seq, key, name, type, attempt, greatest("startedAt", h.started_at), coalesce(result, 'RUNNING'),
             message, ${notBefore('"finishedAt"', '"startedAt"', 'h.started_at')}, outcome, "finishedN"${more.names}
        from unnest(
          ${steps.uuids((s) => s.root)}::uuid[], ${steps.uuids((s) => s.execution)}::uuid[],
          ${steps.integers((s) => s.seq)}::integer[], ${steps.texts((s) => s.key)}::text[],
          ${steps.texts((s) => s.name)}::text[], ${steps.texts((s) => s.type)}::text[],
          ${steps.integers((s) => s.attempt)}::integer[], ${steps.instants((s) => s.startedAt)}::timestamptz[],
          ${steps.texts((s) => s.result)}::text[], ${steps.texts((s) => s.message)}::text[],
          ${steps.instants((s) => s.finishedAt)}::timestamptz[], ${steps.jsons((s) => s.outcome)}::jsonb[],
          ${steps.integers((s) => s.finishedN)}::integer[]${more.arrays})
          as s (root, execution, seq, key, name, type, attempt, "startedAt", result, message, "finishedAt", outcome,
                "finishedN"${more.names})
        join held h on h.id = s.root
      ${
        kind === 'new'
          ? sql``
          : sql`on conflict (execution_id, seq) do update
         set result = excluded.result, message = excluded.message, row_count = excluded.row_count,
             started_at = excluded.started_at, finished_at = excluded.finished_at, outcome = excluded.outcome,
             finished_n = excluded.finished_n, child_execution_id = excluded.child_execution_id,
             child_pipeline_name = excluded.child_pipeline_name,
             iterations = coalesce(excluded.iterations, step.iterations),
             expanded_n = coalesce(excluded.expanded_n, step.expanded_n),
             executed = coalesce(excluded.executed, step.executed)
       where step.finished_n is null`
      })`
}

function changedSteps(changes: readonly StepChange[]): RawBuilder<unknown> {
  const steps = columnsOf(changes)
  return sql`
    step_moved as (
      update step s
         set result = coalesce(c.result, s.result), message = coalesce(c.message, s.message),
             row_count = coalesce(c."rowCount", s.row_count),
             finished_at = coalesce(${notBefore('c."finishedAt"', 's.started_at')}, s.finished_at),
             outcome = coalesce(c.outcome, s.outcome), finished_n = coalesce(c."finishedN", s.finished_n),
             iterations = coalesce(c.iterations, s.iterations), expanded_n = coalesce(c."expandedN", s.expanded_n),
             executed = coalesce(c.executed, s.executed)
        from unnest(
          ${steps.uuids((s) => s.root)}::uuid[], ${steps.uuids((s) => s.execution)}::uuid[],
          ${steps.integers((s) => s.seq)}::integer[], ${outcomeColumns(steps)})
          as c (root, execution, seq, ${outcomeNames})
       where s.execution_id = c.execution and s.seq = c.seq and s.finished_n is null
         and c.root in (select id from held))`
}

/** What steps read and wrote, which is recorded later (`features/lineage`). */
function reportedAssets(changes: readonly StepChange[], kind: Rows): RawBuilder<unknown> {
  const steps = columnsOf(changes)
  return sql`
    assets_reported as (
      insert into asset_report (execution_id, step_seq, assets)
      select execution, seq, assets
        from unnest(
          ${steps.uuids((s) => s.root)}::uuid[], ${steps.uuids((s) => s.execution)}::uuid[],
          ${steps.integers((s) => s.seq)}::integer[], ${steps.texts((s) => s.assets)}::text[])
          as s (root, execution, seq, assets)
       where root in (select id from held)
      ${kind === 'new' ? sql`` : sql`on conflict (execution_id, step_seq) do nothing`})`
}

/** Where the same step is reported twice, the first counts. */
function addedGateFailures(failures: readonly GateFailure[]): RawBuilder<unknown> {
  const rows = columnsOf(failures)
  return sql`
    gate_failed as (
      insert into gate_failure (root_id, execution_id, seq, detail)
      select f.root, f.execution, f.seq, f.detail
        from unnest(
          ${rows.uuids((f) => f.root)}::uuid[], ${rows.uuids((f) => f.execution)}::uuid[],
          ${rows.integers((f) => f.seq)}::integer[], ${rows.texts((f) => f.detail)}::text[])
          as f (root, execution, seq, detail)
       where f.root in (select id from held)
      on conflict do nothing)`
}

/** The columns that a step gets when it ends, or when an iterator has evaluated its values. */
const outcomeColumns = (steps: ReturnType<typeof columnsOf<StepChange>>) => sql`
          ${steps.texts((s) => s.result)}::text[], ${steps.texts((s) => s.message)}::text[],
          ${steps.bigints((s) => s.rowCount)}::bigint[], ${steps.instants((s) => s.finishedAt)}::timestamptz[],
          ${steps.jsons((s) => s.outcome)}::jsonb[], ${steps.integers((s) => s.finishedN)}::integer[],
          ${steps.jsons((s) => s.iterations)}::jsonb[], ${steps.integers((s) => s.expandedN)}::integer[],
          ${steps.texts((s) => s.executed)}::text[]`
const outcomeNames = sql.raw(
  'result, message, "rowCount", "finishedAt", outcome, "finishedN", iterations, "expandedN", executed',
)
