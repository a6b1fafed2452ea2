import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { HistoryStep } from '../../../protocol/messages.ts'

/** A part of the journal of one root execution. */
export interface HistoryPart {
  readonly root: string
  readonly steps: readonly HistoryStep[]
  /** Size of the steps as JSON. */
  readonly bytes: number
  /** No part of this root follows. */
  readonly last: boolean
}

/** A quarter of a frame. Two parts at most are in memory for each runner that is sent journals. */
export const HISTORY_PART_BYTES = 2 * 1024 * 1024
/**
 * The first page is short, because each step may be large; pages grow while the steps turn out to be small.
 */
const FIRST_STEPS = 64
const MAX_STEPS = 1_024
const MIN_STEPS = 8
/**
 * Executions whose steps one statement reads: the roots of a batch and their children that are still open.
 */
const MAX_EXECUTIONS = 200

/**
 * The journals of executions that another session began: the steps of the roots and of those children that
 * had not ended. A child that had ended is not replayed: the step that ran it has its outcome. Parts of one
 * root follow each other, and have no more than `maxBytes`, or a single step that is larger. A root without
 * steps yields no part.
 */
export async function* readHistory(
  db: Db,
  rootIds: readonly string[],
  maxBytes = HISTORY_PART_BYTES,
): AsyncGenerator<HistoryPart> {
  let part: Omit<HistoryPart, 'last'> | undefined
  for await (const rows of readStepPages(db, await readMembers(db, rootIds), maxBytes, withCallValues)) {
    for (const [root, some] of Map.groupBy(rows, (row) => row.root)) {
      if (part !== undefined) yield { ...part, last: part.root !== root }
      const steps = some.map(({ step }) => JSON.parse(step) as HistoryStep)
      part = { root, steps, bytes: some.reduce((sum, row) => sum + row.bytes, 0) }
    }
  }
  if (part !== undefined) yield { ...part, last: true }
}

/** What a call that is open was given, secrets included: a runner continues with that. */
const withCallValues = sql`|| coalesce((
  select jsonb_build_object('child', jsonb_build_object(
           'execution', c.id, 'pipelineName', s.child_pipeline_name,
           'scalarVariables', c.scalar_variables || coalesce(c.secret_values -> 'scalarVariables', '{}'),
           'gridVariables', c.grid_variables || coalesce(c.secret_values -> 'gridVariables', '{}')))
    from execution c
   where c.id = s.child_execution_id and s.finished_n is null and c.secret_values is not null), '{}')`

/** An execution, a root or an open child, whose steps belong to the journal of a root. */
export interface Member {
  readonly root: string
  readonly execution: string
}

export interface StepRow {
  readonly root: string
  /** Position of its execution among those that were asked for, from 1. */
  readonly position: number
  readonly seq: number
  /** A `HistoryStep` as JSON. */
  readonly step: string
  readonly bytes: number
  /** How many steps the page has in all, with those that exceed its bytes and are not here. */
  readonly found: number
}

const nothingMore = sql``

/**
 * The steps of these executions in the order of `all` and `seq`, in pages of no more than `maxBytes`, or one
 * step that is larger. `more` adds to the jsonb object of the row `s`: `|| …`.
 */
export async function* readStepPages(
  db: Db,
  all: readonly Member[],
  maxBytes: number,
  more = nothingMore,
): AsyncGenerator<readonly StepRow[]> {
  let members = all
  let afterSeq = -1
  let limit = FIRST_STEPS
  while (members.length > 0) {
    const asked = members.slice(0, MAX_EXECUTIONS)
    const rows = await readSteps(db, asked, { afterSeq, limit, maxBytes, more })
    if (rows.length > 0) yield rows
    const lastRow = rows.at(-1)
    const found = lastRow?.found ?? 0
    if (lastRow === undefined || (rows.length === found && found < limit)) {
      members = members.slice(asked.length)
      afterSeq = -1
    } else {
      members = members.slice(lastRow.position - 1)
      afterSeq = lastRow.seq
    }
    limit = rows.length < found ? Math.max(MIN_STEPS, rows.length * 2) : Math.min(MAX_STEPS, limit * 4)
  }
}

async function readMembers(db: Db, rootIds: readonly string[]): Promise<readonly Member[]> {
  const { rows } = await sql<Member>`
    with recursive open as (
      select id as root, id as execution from unnest(${rootIds}::uuid[]) as roots (id)
      union all
      select o.root, s.child_execution_id from open o join step s on s.execution_id = o.execution
       where s.finished_n is null and s.child_execution_id is not null)
    select root, execution from open order by root, execution`.execute(db)
  return rows
}

interface Page {
  /** Of the first execution, the steps up to this one were read before. */
  readonly afterSeq: number
  readonly limit: number
  readonly maxBytes: number
  readonly more: typeof nothingMore
}

async function readSteps(
  db: Db,
  members: readonly Member[],
  { afterSeq, limit, maxBytes, more }: Page,
): Promise<readonly StepRow[]> {
  const { rows } = await sql<StepRow>`
    with wanted as materialized (
      select p.position, p.root, s.execution_id, s.seq
        from unnest(${members.map(({ root }) => root)}::uuid[], ${members.map(({ execution }) => execution)}::uuid[])
             with ordinality as p (root, execution, position)
        cross join lateral (
          select execution_id, seq from step
           where execution_id = p.execution and (p.position > 1 or seq > ${afterSeq}::integer)
           order by seq limit ${limit}::integer) s
       order by p.position, s.seq limit ${limit}::integer),
    described as (
      select w.position, w.root, w.seq, jsonb_strip_nulls(jsonb_build_object(
               'execution', s.execution_id, 'seq', s.seq, 'key', s.key, 'name', s.name, 'type', s.type,
               'attempt', s.attempt, 'iteration', s.iteration,
               'startedAt', ${instant('s.started_at')},
               'child', case when s.child_execution_id is not null then jsonb_build_object(
                  'execution', s.child_execution_id, 'pipelineName', s.child_pipeline_name) end,
               'iterations', s.iterations, 'expandedN', s.expanded_n,
               'finished', case when s.finished_n is not null then
                  jsonb_build_object('n', s.finished_n, 'outcome', s.outcome, 'at', ${instant('s.finished_at')}) end) ${more})::text as step
        from wanted w join step s on s.execution_id = w.execution_id and s.seq = w.seq),
    summed as (
      select *, octet_length(step) as bytes, sum(octet_length(step)) over (order by position, seq) as total,
             row_number() over (order by position, seq) as at
        from described)
    select root, position::integer as position, seq, step, bytes, (select count(*)::integer from wanted) as found
      from summed where total <= ${maxBytes}::bigint or at = 1
     order by position, seq`.execute(db)
  return rows
}
