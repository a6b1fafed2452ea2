import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { literals } from '../../../db/literals.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { endedStates } from '../states.ts'

/** Executions of one batch. */
const ROOTS_AT_ONCE = 200
/** An iterator may have started thousands for each of them. */
const CHILDREN_AT_ONCE = 1_000

/**
 * Deletes up to a batch of executions that ended more than `days` ago by the database's clock; answers how
 * many, 0 when none is left. Ids grow with time, and what ended before then was created before then: only the
 * oldest rows are read.
 */
export async function deleteOldExecutions(db: Db, days: number): Promise<number> {
  const time = await sql<{ before: Date }>`select now() - make_interval(days => ${days}) as before`.execute(
    db,
  )
  const { before } = time.rows[0]!
  const { rows } = await sql<{ id: string }>`
    select id from execution
     where id < ${firstIdAt(before)} and parent_id is null and finished_at < ${before} and ${mayGo}
     order by id limit ${ROOTS_AT_ONCE}`.execute(db)
  return deleteExecutions(db, rows)
}

/**
 * Deletes up to a batch of executions whose project was deleted; answers how many, 0 when none is left.
 * `seen` is a loose index scan: it jumps from project to project, and reads one execution of each that still
 * exists.
 */
export async function deleteExecutionsOfNoProject(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with recursive seen as (
      (select project_id from execution where parent_id is null order by project_id, id limit 1)
      union all
      select (select x.project_id from execution x where x.parent_id is null and x.project_id > s.project_id
               order by x.project_id, x.id limit 1)
        from seen s where s.project_id is not null),
    gone as materialized (
      select project_id from seen s
       where project_id is not null and not exists (select from project p where p.id = s.project_id))
    select x.id from gone g cross join lateral (
      select id from execution where project_id = g.project_id and parent_id is null and ${mayGo}
       order by project_id, id limit ${ROOTS_AT_ONCE}) x limit ${ROOTS_AT_ONCE}`.execute(db)
  return deleteExecutions(db, rows)
}

/** It has ended, and what it did was counted: that is read from its steps. */
const mayGo = sql`status in ${literals(endedStates)}
  and id not in (select unnest(execution_ids) from ended_executions union all select execution_id from consumption_end)`

/**
 * Deletes up to a batch of the children of executions, and the executions when no child is left; answers how
 * many. Roots go last, so that the next turn finds what a crash left behind.
 */
async function deleteExecutions(db: Db, rows: readonly { readonly id: string }[]): Promise<number> {
  const roots = rows.map(({ id }) => id)
  if (roots.length === 0) return 0
  const found = await sql<{ id: string }>`
    select id from execution where root_id = any(${roots}::uuid[]) and parent_id is not null
     limit ${CHILDREN_AT_ONCE}`.execute(db)
  const children = found.rows.map(({ id }) => id)
  await deleteWithSteps(db, children)
  if (children.length === CHILDREN_AT_ONCE) return children.length
  await inBatches((limit) =>
    sql`
      delete from execution_log where ctid = any(array(
        select ctid from execution_log where root_id = any(${roots}::uuid[]) limit ${limit}))`.execute(db),
  )
  await sql`delete from execution_shared_use where root_id = any(${roots}::uuid[])`.execute(db)
  await deleteWithSteps(db, roots)
  return roots.length
}

async function deleteWithSteps(db: Db, executions: readonly string[]): Promise<void> {
  if (executions.length === 0) return
  await inBatches((limit) =>
    sql`
      delete from step where ctid = any(array(
        select ctid from step where execution_id = any(${executions}::uuid[]) limit ${limit}))`.execute(db),
  )
  await inBatches((limit) =>
    sql`
      delete from step_lineage where ctid = any(array(
        select ctid from step_lineage where execution_id = any(${executions}::uuid[]) limit ${limit}))`.execute(
      db,
    ),
  )
  await sql`delete from execution where id = any(${executions}::uuid[])`.execute(db)
}
