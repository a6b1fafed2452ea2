import { setTimeout as pause } from 'node:timers/promises'
import { LostAnswerError, WarehouseError } from '../warehouse-error.ts'
import type { ClickHouseSession } from './connections.ts'
import { quoteText } from './quote.ts'
import { clickHouseTokens, type Statement } from './split.ts'

const BUSY_PAUSE_MS = 100
/** Each is waited for twice as long as the one before. */
const MAX_LOST_ANSWERS = 5
const WORDS = ['move', 'partition', 'all', 'to', 'table']

/**
 * The tables of `alter table … move partition all to table …`, which ClickHouse knows for one partition at a
 * time only.
 */
export function movedTables({
  sql,
  words,
}: Statement): { readonly from: string; readonly to: string } | undefined {
  if (words[0] !== 'alter' || words[1] !== 'table') return undefined
  const tokens = [...clickHouseTokens(sql)]
  const at = tokens.findIndex((_, index) =>
    WORDS.every((word, offset) => tokens[index + offset]?.text.toLowerCase() === word),
  )
  const [first, move, last] = [tokens[2], tokens[at], tokens[at + WORDS.length]]
  if (at < 0 || first === undefined || move === undefined || last === undefined) return undefined
  return { from: sql.slice(first.index, move.index).trim(), to: sql.slice(last.index).trim() }
}

/**
 * Moves all partitions in one statement, so that nobody who goes away leaves some behind. A server runs one
 * statement of a name at a time: two moves of the same rows, which would double them, follow each other. One
 * whose answer is lost is asked for again: what it has moved is not moved twice.
 */
export async function moveAll(
  session: ClickHouseSession,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string | undefined> {
  const name = `headrace move ${from}`
  for (let lost = 0; ; ) {
    try {
      const partitions = await session.rowsOf(`select distinct _partition_id from ${from}`)
      if (partitions.length === 0) return undefined
      const moves = partitions.map(([id]) => `move partition id ${quoteText(id ?? '')} to table ${to}`)
      const answer = await session.run(`alter table ${from} ${moves.join(', ')}`, { isRead: false, name })
      await Array.fromAsync(answer.rows)
      return answer.id
    } catch (error) {
      const isLost = error instanceof LostAnswerError && lost++ < MAX_LOST_ANSWERS
      if (!isLost && !isRunning(error)) throw error
      await pause(BUSY_PAUSE_MS * 2 ** lost, undefined, { signal: session.signal })
    }
  }
}

const isRunning = (error: unknown): boolean =>
  error instanceof WarehouseError && /QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING/.test(error.message)
