import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Source } from '../definition.ts'
import { endFacts } from '../firing/fire-store.ts'

/** The latest executions of a pipeline that ended in one of these states, as a trigger tells of them. */
export async function readLatestEnds(
  db: Db,
  { environmentId, pipelineName }: Source,
  states: readonly string[],
  limit: number,
): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await sql<{ facts: Readonly<Record<string, unknown>> }>`
    select ${endFacts} as facts from (
      select x.* from environment e
        join execution x on x.project_id = e.project_id and x.pipeline_name = ${pipelineName} and x.parent_id is null
       where e.id = ${environmentId} and x.environment_id = e.id and x.source_id is null
         and x.status = any(${[...states]}::text[])
       order by x.id desc limit ${limit}) x`.execute(db)
  return rows.map(({ facts }) => facts)
}
