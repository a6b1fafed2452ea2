import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { jsonText } from '../../../db/json.ts'

/** Log lines of one root execution, in order. */
export interface LogChunk {
  readonly root: string
  readonly session: string
  readonly first: number
  readonly lines: readonly object[]
}

/**
 * Appends log lines of many executions with one statement. Only the session that holds an execution, or held
 * it last, may write to its log; answers the roots for which that was so. A chunk that is sent twice is kept
 * once.
 */
export async function writeLogs(db: Db, chunks: readonly LogChunk[]): Promise<Set<string>> {
  const column = <T>(value: (chunk: LogChunk) => T): T[] => chunks.map(value)
  const { rows } = await sql<{ id: string }>`
    with accepted as (
      select g.* from unnest(${column((c) => c.root)}::uuid[], ${column((c) => c.session)}::uuid[],
          ${column((c) => c.first)}::integer[], ${column((c) => c.lines.length)}::integer[],
          ${column((c) => ndjson(c.lines))}::text[]) as g (root, session, first, count, lines)
        join execution x on x.id = g.root and x.session_id = g.session),
    added as (
      insert into execution_log (root_id, first_line, line_count, lines)
      select root, first, count, lines from accepted
      on conflict (root_id, first_line) do nothing)
    select distinct root as id from accepted`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const ndjson = (lines: readonly object[]): string => lines.map((line) => `${jsonText(line)}\n`).join('')

const CHUNKS_PER_READ = 100

export interface StoredLines {
  /** NDJSON, one object a line. */
  readonly text: string
  /** The line to continue reading at. */
  readonly nextLine: number
}

/** The next log lines of a root execution from `fromLine` on, or undefined when there are none yet. */
export async function readLog(db: Db, rootId: string, fromLine: number): Promise<StoredLines | undefined> {
  const rows = await db
    .selectFrom('execution_log')
    .select(['first_line', 'line_count', 'lines'])
    .where('root_id', '=', rootId)
    .where('first_line', '>=', fromLine)
    .orderBy('first_line')
    .limit(CHUNKS_PER_READ)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return undefined
  return { text: rows.map(({ lines }) => lines).join(''), nextLine: last.first_line + last.line_count }
}
