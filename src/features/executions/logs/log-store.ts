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

/** Those of these root executions that have log lines. */
export async function findLogged(db: Db, roots: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${[...roots]}::uuid[]) as r (id)
     cross join lateral (select from execution_log where root_id = r.id limit 1) l`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A read ends with the chunk that reaches this; a chunk is at most what one message of a runner holds. */
export const READ_CHARACTERS = 256 * 1024
/** Chunks of quiet executions hold a line or two. */
const CHUNKS_PER_READ = 200

export interface StoredLines {
  /** NDJSON, one object a line. */
  readonly text: string
  /** The line to continue reading at. */
  readonly nextLine: number
}

/**
 * The next log lines of a root execution from `fromLine` on, or undefined when there are none yet. Walks from
 * chunk to chunk, so that the database reads no more than it answers, and memory does not depend on the
 * length of a log.
 */
export async function readLog(db: Db, rootId: string, fromLine: number): Promise<StoredLines | undefined> {
  const { rows } = await sql<{ next: number; lines: string }>`
    with recursive chunk as (
      (select first_line, line_count, lines, length(lines) as total, 1 as n from execution_log
        where root_id = ${rootId} and first_line >= ${fromLine} order by first_line limit 1)
      union all
      select l.first_line, l.line_count, l.lines, c.total + length(l.lines), c.n + 1
        from chunk c cross join lateral (
          select first_line, line_count, lines from execution_log
           where root_id = ${rootId} and first_line > c.first_line order by first_line limit 1) l
       where c.total < ${READ_CHARACTERS}::int and c.n < ${CHUNKS_PER_READ}::int)
    select first_line + line_count as next, lines from chunk order by n`.execute(db)
  const last = rows.at(-1)
  if (last === undefined) return undefined
  return { text: rows.map(({ lines }) => lines).join(''), nextLine: last.next }
}
