import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { HistoryStep } from '../../../protocol/messages.ts'
import { HISTORY_PART_BYTES, readStepPages } from './history-store.ts'

/** An execution of a tree, with what its caller set. */
export interface ExportedExecution {
  readonly id: string
  readonly parentId?: string
  readonly pipelineName: string
  /** Set and version of a shared pipeline. */
  readonly sharedVersion?: string
  readonly artifactId: string
  readonly pipelineType: string
  readonly status: string
  readonly message?: string
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly rerunOf?: string
  readonly reusedReports?: number
  readonly scalarVariables: Readonly<Record<string, string | number>>
  readonly gridVariables: Readonly<Record<string, readonly (readonly string[])[]>>
}

/** A step as the journal has it. */
export interface ExportedStep extends HistoryStep {
  readonly result: string
  readonly finishedAt?: string
}

/** Executions that are read at once: what callers set may be large. */
const MAX_EXECUTIONS = 100

/**
 * The ids of an execution and of those that its steps ran: each behind the one that ran it, and what it ran
 * behind it.
 */
export async function readTreeIds(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive family as materialized (
      select x.id, x.parent_id from execution x
       where x.parent_id is not null and x.root_id = (select root_id from execution where id = ${id})),
    tree as (
      select ${id}::uuid as id, array[${id}::uuid] as path
      union all
      select f.id, t.path || f.id from family f join tree t on f.parent_id = t.id)
    select id from tree order by path`.execute(db)
  return rows.map((row) => row.id)
}

export async function* readTree(db: Db, ids: readonly string[]): AsyncGenerator<ExportedExecution> {
  for (let from = 0; from < ids.length; from += MAX_EXECUTIONS) {
    const some = ids.slice(from, from + MAX_EXECUTIONS)
    const { rows } = await sql<{ execution: ExportedExecution }>`
      select jsonb_strip_nulls(jsonb_build_object(
               'id', x.id, 'parentId', x.parent_id, 'pipelineName', x.pipeline_name,
               'artifactId', x.artifact_id, 'sharedVersion', (
                 select s.prefix || ' ' || v.version_name from shared_version v join shared_set s on s.id = v.shared_set_id
                  where v.id = x.artifact_id),
               'pipelineType', x.pipeline_type, 'status', x.status, 'message', x.message,
               'startedAt', ${instant('x.started_at')}, 'finishedAt', ${instant('x.finished_at')},
               'rerunOf', x.rerun_of, 'reusedReports', x.reused_reports,
               'scalarVariables', x.scalar_variables, 'gridVariables', x.grid_variables)) as execution
        from unnest(${some}::uuid[]) with ordinality as wanted (id, at) join execution x on x.id = wanted.id
       order by wanted.at`.execute(db)
    yield* rows.map(({ execution }) => execution)
  }
}

/** The steps of these executions, in their order and that of `seq`, part by part. */
export async function* readExportedSteps(db: Db, ids: readonly string[]): AsyncGenerator<ExportedStep[]> {
  const members = ids.map((execution) => ({ root: ids[0]!, execution }))
  const more = sql`|| jsonb_strip_nulls(jsonb_build_object(
    'result', s.result, 'finishedAt', ${instant('s.finished_at')}))`
  for await (const rows of readStepPages(db, members, HISTORY_PART_BYTES, more)) {
    yield rows.map(({ step }) => JSON.parse(step) as ExportedStep)
  }
}
