import { createHash } from 'node:crypto'
import type { SourceColumn } from '../../../warehouses/source-database.ts'
import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { momentNow } from '../../common/decided-loads.ts'
import { makeTable } from '../../common/done-loads.ts'
import { readRows, shownTable, tableKey } from '../../common/sql.ts'
import type { Remembered } from '../modular-api-extract-input-v2/put-decided.ts'

/** How far the rows of a source were loaded. */
export interface Watermark {
  /** The greatest value of the column that was loaded, as text; undefined before the first load. */
  readonly value: string | undefined
  /**
   * The statement that raises it to the greatest value of `column` in the rows that `loaded` holds. It
   * belongs into the transaction that adds these rows, and fails where another load raised it meanwhile: the
   * same rows would be there twice.
   */
  raiseSql(loaded: string, column: string): string
  /** The same for a load that is decided by its record; undefined where `loaded` holds no row. */
  raised(loaded: string, column: string): Promise<Remembered | undefined>
  /** Whether another load has raised it since it was read. */
  wasRaised(): Promise<boolean>
  /** What is no longer needed to tell loads apart. Never throws. */
  forgetOld(): Promise<void>
}

const KEPT_DAYS = 30
const marks: TableName = { table: 'headrace_watermarks' }

/** Whose watermark it is. */
export interface WatermarkOwner {
  /** The component, wherever it runs. */
  readonly component: string
  readonly source: string
}

/**
 * The watermark of a component and a source for `target`, which is kept beside that table, so that both
 * change in one transaction. Where the target is gone, loading starts over. Earlier versions named the table
 * as the parameter spelled it, and once kept one watermark for all sources. A source without a watermark of
 * its own continues from those; they are deleted some time after it has one.
 */
export async function readWatermark(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  { component, source }: WatermarkOwner,
): Promise<Watermark> {
  const name: TableName = { database: target.database, schema: target.schema, ...marks }
  const table = warehouse.quoteTable(name)
  // The table stands beside the target, so the schema is no part of the key.
  const markKey = `${component} ${tableKey(warehouse, target.table)} ${digestOf(source)}`
  const keyText = warehouse.quoteText(markKey)
  const shared = `${component} ${shownTable(target)}`
  const earlier = [`${shared} ${digestOf(source)}`, shared].filter((key) => key !== markKey)
  const { parts, typeSql } = warehouse
  const [text, moment] = [typeSql({ type: 'VARCHAR' }), typeSql({ type: 'TIMESTAMP' })]
  const columns = `mark_key ${parts.keyText}, generation bigint, mark ${text}, raised_at ${moment}${parts.hasKeys ? ', primary key (mark_key, generation)' : ''}`
  await makeTable(warehouse, name, columns, options)
  const latestOf = (key: string) =>
    `select generation, mark from ${table} where mark_key = ${key} order by generation desc`
  const latest = latestOf(keyText)
  const [own] = (await readRows(warehouse, latest, 1, options)).rows
  let found = own
  for (const key of earlier)
    found ??= (await readRows(warehouse, latestOf(warehouse.quoteText(key)), 1, options)).rows[0]
  const generation = Number(own?.[0] ?? 0)
  const next = generation + 1
  const isNext = `mark_key = ${keyText} and generation = ${next}`
  const before = parts.beforeInsertOnce(table, isNext)
  if (before.length > 0) await warehouse.execute(before.join(';\n'), options)
  const isThere = (await warehouse.describe(target, options)) !== undefined

  return {
    value: isThere ? (found?.[1] ?? undefined) : undefined,
    raiseSql: (loaded, column) =>
      parts.insertOnce(
        table,
        `insert into ${table} (mark_key, generation, mark, raised_at) select ${keyText}, ${next}, ${parts.cast(`max(${column})`, text)}, ${parts.now} from ${loaded} having max(${column}) is not null`,
        isNext,
      ),
    async raised(loaded, column) {
      const greatest = `select ${parts.cast(`max(${column})`, text)} from ${loaded} having max(${column}) is not null`
      const [mark] = (await readRows(warehouse, greatest, 1, options)).rows
      if (mark === undefined) return undefined
      const row = { mark_key: markKey, generation: next, mark: mark[0] ?? '', raised_at: momentNow() }
      return {
        decision: `${markKey} ${next}`,
        rows: {
          table: name.table,
          columns: [
            { name: 'mark_key', type: 'VARCHAR' },
            { name: 'generation', type: 'BIGINT' },
            { name: 'mark', type: 'VARCHAR' },
            { name: 'raised_at', type: 'TIMESTAMP' },
          ],
          rows: [row],
        },
      }
    },
    async wasRaised() {
      const { rows: now } = await readRows(warehouse, latest, 1, options)
      return Number(now[0]?.[0] ?? 0) > generation
    },
    async forgetOld() {
      if (own === undefined) return
      const isEarlier = `mark_key in (${earlier.map(warehouse.quoteText).join(', ')})`
      const isOld = `(mark_key = ${keyText} and generation < ${generation}) or ${isEarlier}`
      const old = `delete from ${table} where (${isOld}) and raised_at < ${parts.daysAgo(KEPT_DAYS)}`
      await warehouse.execute(old, options).catch(() => undefined)
    },
  }
}

const digestOf = (source: string): string => createHash('sha256').update(source).digest('hex').slice(0, 16)

const ordered: ReadonlySet<string> = new Set([
  ...['INTEGER', 'BIGINT', 'NUMBER', 'FLOAT', 'DATE', 'TIMESTAMP', 'TIMESTAMP_TZ'],
])

/** Whether all databases put the values of the column in one order: texts they do not. */
export const hasOrder = ({ type }: SourceColumn): boolean => ordered.has(type.type)

const numbers: ReadonlySet<string> = new Set(['INTEGER', 'BIGINT', 'NUMBER', 'FLOAT'])

/** Values that none is greater than. */
const last = /^(nan|inf|infinity)$/i

/**
 * The value of a watermark as a literal of the source; undefined where no value is greater. Throws
 * WarehouseError when it has the form of no value of the column, which may be another one than before, or of
 * another type. Databases compare single-precision numbers as doubles: the one that is written 0.1 is a
 * little greater than 0.1.
 */
export function markLiteral({ name, type, isSingle }: SourceColumn, value: string): string | undefined {
  if (last.test(value)) return undefined
  if (/^-inf(inity)?$/i.test(value)) return `'${value}'`
  const isNumber = numbers.has(type.type)
  const form = isNumber ? /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i : /^\d{4,6}-\d\d-\d\d[\d:. +-]*$/
  if (!form.test(value))
    throw new WarehouseError(
      `The value that earlier runs reached is ${value}, which the Incremental Column "${name}" cannot have: it is another column than ` +
        'theirs, or of another type now. Drop the target table and load it again, or name the column that they had',
    )
  if (isSingle) return String(Math.fround(Number(value)))
  return isNumber ? value : `'${value}'`
}
