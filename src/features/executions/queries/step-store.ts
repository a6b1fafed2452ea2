import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import type { WireExecuted } from '../../../protocol/step-outcome.ts'
import { MAX_ROWS, type RecordedStep } from './variable-changes.ts'

const MAX_CHANGES = 50
/** Only so much of a long value is read. */
const MAX_VALUE_CHARACTERS = 10_000
/** The rows of a grid that are shown. */
const FIRST_ROWS = sql.lit(`$[0 to ${MAX_ROWS - 1}]`)
/** Once the changes of a step have so much text, the rest is left out. */
const MAX_STEP_CHARACTERS = 50_000

/** Steps in the order they started. Their numbers have no gaps, so any page is one index range. */
export async function listSteps(db: Db, executionId: string, page: PageRequest): Promise<Page<RecordedStep>> {
  const { rows } = await sql<{ total: number; results: RecordedStep[] }>`
    select coalesce((select max(seq) + 1 from step where execution_id = ${executionId}), 0) as total,
           (select coalesce(json_agg(jsonb_strip_nulls(jsonb_build_object(
                     'id', s.execution_id || '-' || s.seq, 'key', s.key, 'name', s.name,
                     'result', s.result, 'type', s.type,
                     'startedAt', ${instant('s.started_at')}, 'finishedAt', ${instant('s.finished_at')},
                     'message', s.message, 'rowCount', s.row_count, 'byteCount', s.outcome -> 'byteCount', 'attempt', s.attempt, 'iteration', s.iteration,
                     'reused', case when s.finished_n <= x.reused_reports then true end,
                     'variableChanges', ${changes}, 'gates', s.outcome -> 'gates',
                     'childPipeline', case when s.child_execution_id is not null then
                        jsonb_build_object('id', s.child_execution_id, 'name', s.child_pipeline_name) end))
                     order by s.seq), '[]')
              from step s join execution x on x.id = s.execution_id
             where s.execution_id = ${executionId} and s.seq >= ${page.offset}::bigint
               and s.seq < ${page.offset + page.size}::bigint) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** What a step was executed with, as its runner recorded it; undefined when it recorded nothing. */
export async function readExecuted(
  db: Db,
  executionId: string,
  seq: number,
): Promise<WireExecuted | undefined> {
  const row = await db
    .selectFrom('step')
    .select('executed')
    .where('execution_id', '=', executionId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.executed == null ? undefined : (JSON.parse(row.executed) as WireExecuted)
}

/**
 * How a step changed variables: the values of an iterator's iterations, then its own updates, and whether
 * there were more. Values are shortened in the database, so that four million characters do not travel to
 * show a thousand.
 */
const changes = sql`
  case when s.expanded_n is not null or s.outcome ? 'updates' then (
    select jsonb_build_object('more', bool_or(not c.fits), 'shown', jsonb_agg(jsonb_build_object(
             'name', c.name, 'value', c.shown, 'iteration', c.iteration, 'secret', c.secret,
             'shortened', case when ${isShortened('c.value', 'c.shown')} then true end)
             order by c.position) filter (where c.fits))
      from (select b.*, b.position <= ${MAX_CHANGES} and (b.position = 1 or ${MAX_STEP_CHARACTERS} >=
                   sum(length(b.shown::text)) over (order by b.position)) as fits
              from (select u.iteration, u.update ->> 'variable' as name, u.update -> 'value' as value,
                           u.update -> 'secret' as secret, ${shortened("u.update -> 'value'")} as shown,
                           row_number() over (order by u.iteration nulls last, u.at) as position
                      from (select i.iteration, v.at, v.update
                              from jsonb_array_elements(s.iterations) with ordinality as i (updates, iteration),
                                   jsonb_array_elements(i.updates) with ordinality as v (update, at)
                             where i.iteration <= ${MAX_CHANGES + 1}
                             union all
                            select null, o.at, o.update
                              from jsonb_array_elements(s.outcome -> 'updates') with ordinality as o (update, at)
                           ) u) b) c) end`

/** The beginning of a text, the first rows of a grid. */
function shortened(value: string) {
  const json = sql.raw(value)
  return sql`
    case jsonb_typeof(${json})
      when 'string' then to_jsonb(left(${json} #>> '{}', ${MAX_VALUE_CHARACTERS}))
      when 'array' then (
        select coalesce(jsonb_agg(r.cells order by r.at), '[]')
          from (select g.cells, g.at, sum(length(g.cells::text)) over (order by g.at) as characters
                  from jsonb_array_elements(jsonb_path_query_array(${json}, ${FIRST_ROWS}))
                         with ordinality as g (cells, at)) r
         where r.characters <= ${MAX_VALUE_CHARACTERS})
      else ${json} end`
}

/**
 * Whether a value has more than what is shown of it: a grid of many rows is not written as text to see that.
 */
function isShortened(value: string, shown: string) {
  const [json, beginning] = [sql.raw(value), sql.raw(shown)]
  return sql`
    case jsonb_typeof(${json})
      when 'array' then jsonb_array_length(${json}) > jsonb_array_length(${beginning})
      else length(${json}::text) > length(${beginning}::text) end`
}
