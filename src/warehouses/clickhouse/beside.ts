import { randomBytes } from 'node:crypto'
import { WarehouseError } from '../warehouse-error.ts'
import type { ClickHouseSession } from './connections.ts'
import { quoteText } from './quote.ts'

const PREFIX = 'headrace_beside_'
const HOUR_MS = 3_600_000
/** What is older belongs to a script that was lost. */
const KEPT_HOURS = 24

/**
 * A name for a table beside `table`, which is quoted; one that begins as no table of users does, for they
 * read by patterns. It says when it was chosen.
 */
export function besideName(table: string, now = Date.now()): string {
  const own = `${PREFIX}${hoursOf(now).toString(36)}_${randomBytes(4).toString('hex')}`
  return table.replace(/"(?:[^"\\]|\\.|"")*"$/, `"${own}"`)
}

/** The statement that drops such a table. */
export const dropsBeside = /^drop table if exists (.*)"headrace_beside_[0-9a-z]+_[0-9a-f]{8}"$/s

/** Drops what lost scripts left in the database of a table beside another, which `drop` names. */
export async function dropOldBeside(
  session: ClickHouseSession,
  drop: string,
  now = Date.now(),
): Promise<void> {
  const [, place = ''] = dropsBeside.exec(drop) ?? []
  const named = place === '' ? session.place.database : place.slice(1, -2).replaceAll(/\\(.)/g, '$1')
  const sql = `select name from system.tables where database = ${quoteText(named)} and startsWith(name, ${quoteText(PREFIX)})`
  try {
    for (const [name] of await session.rowsOf(sql)) {
      const [, hours = ''] = /_([0-9a-z]+)_[0-9a-f]{8}$/.exec(name ?? '') ?? []
      if (Number.parseInt(hours, 36) >= hoursOf(now) - KEPT_HOURS) continue
      const dropped = await session.run(`drop table if exists ${place}"${name}"`, { isRead: false })
      await Array.fromAsync(dropped.rows)
    }
  } catch (error) {
    // The tables of another user are in nobody's way.
    if (session.signal.aborted || !(error instanceof WarehouseError)) throw error
  }
}

const hoursOf = (moment: number): number => Math.floor(moment / HOUR_MS)
