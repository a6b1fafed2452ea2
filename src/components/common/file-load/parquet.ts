import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWarehouses } from '../../../warehouses/open.ts'
import { quoteText } from '../../../warehouses/sql-text.ts'
import { kindOf, type TypeKind } from '../../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { blocksOf } from '../load-text.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { readRows as queryRows } from '../sql.ts'
import { ContentError } from './decode.ts'
import type { FileFormat } from './file-format.ts'
import { positionsOfMembers } from './member-rows.ts'
import { RecordError, type RecordSink } from './records.ts'
import type { TargetTable } from './target-table.ts'

/** A Parquet file is read from its end, so it has to be on disk whole. */
export const MAX_PARQUET_BYTES = 20 * 1024 ** 3

export interface ParquetReading {
  readonly store: FileStore
  readonly file: FileEntry
  readonly format: FileFormat
  readonly target: TargetTable
  readonly sink: RecordSink
  /** Called between batches of rows, which wait for it. */
  readonly taken: () => Promise<void>
  /**
   * Takes records in the format of COPY, and answers how many; undefined where rows are to be read from there
   * on.
   */
  readonly takeText?: TakeText | undefined
  readonly scratchFolder: string
  readonly signal: AbortSignal
}

const NOT_PARQUET = 'the file is not a Parquet file: check File Type'

/** Reads a Parquet file with a DuckDB of its own, which reaches the scratch folder and nothing else. */
export async function readParquet(reading: ParquetReading): Promise<void> {
  const { store, file, scratchFolder, signal } = reading
  if (file.bytes > MAX_PARQUET_BYTES)
    throw new ContentError(`the file is larger than the ${MAX_PARQUET_BYTES} bytes of a Parquet file`)
  const path = join(scratchFolder, 'file.parquet')
  const database = join(scratchFolder, 'reader', 'reader.duckdb')
  const warehouses = createWarehouses({ allowPrivateAddresses: false })
  try {
    await pipeline(store.read(file), createWriteStream(path), { signal })
    const warehouse = await warehouses.open({ type: 'DUCKDB', path: database, folders: [scratchFolder] })
    await readRows(warehouse, path, reading)
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error
    // The engine shows the beginning of our statement behind what it says.
    const said = error.message.replace(/\n\nLINE \d+: .*$/s, '').replaceAll(path, 'the file')
    throw new ContentError(/No magic bytes|too small to be a Parquet/.test(said) ? NOT_PARQUET : said)
  } finally {
    await warehouses.close()
    await rm(path, { force: true })
  }
}

/** The column in which the engine numbers the rows of a file, from 0. */
const ROW_NUMBER = 'file_row_number'

/** A query that ends where the condition on the number of its rows is to follow. */
interface NumberedRows {
  readonly source: string
  readonly rows: number
}

type TakeText = (records: Buffer) => Promise<number | undefined>

async function readRows(warehouse: Warehouse, path: string, reading: ParquetReading) {
  const { format, target, sink, taken, signal } = reading
  const from = `read_parquet(${quoteText(path)})`
  const columns = await warehouse.describeQuery(`select * from ${from}`, { signal })
  const isWhole = target.takesWhole
  const names = columns.map(({ name }) => name)
  const positions = isWhole ? [0] : positionsOfMembers(names, target.columns, format.match ?? 'any-case')
  const isZoneless = (index: number) => target.zoneless[positions?.indexOf(index) ?? -1] === true
  const texts = isWhole
    ? [`cast(to_json(source) as varchar)`]
    : columns.map((column, index) => memberText(warehouse, column, isZoneless(index)))
  let row = 0
  const { takeText } = reading
  const isNumbered = !names.some((name) => name.toLowerCase() === ROW_NUMBER)
  if (takeText !== undefined && positions !== undefined && isNumbered) {
    const fields = positions.map((position) =>
      position === undefined ? 'null' : fieldText(columns[position]!, texts[position]!),
    )
    const counted = await queryRows(warehouse, `select count(*) from ${from}`, 1, { signal })
    const total = Number(counted.rows[0]?.[0])
    const source = `select ${fields.join(', ')} from read_parquet(${quoteText(path)}, ${ROW_NUMBER} = true) as source where ${ROW_NUMBER}`
    row = await takeRecords(warehouse, { source, rows: total }, { ...reading, takeText })
    if (row === total) return
  }
  const query = `select ${texts.join(', ')} from ${from} as source${row === 0 ? '' : ` offset ${row}`}`
  const { batches } = await warehouse.query(query, { signal })
  for await (const batch of batches) {
    for (const cells of batch) {
      row++
      if (positions === undefined) throw new RecordError(noneMatches(names, target.columns), row)
      sink.row(
        positions.map((position) => (position === undefined ? null : (cells[position] ?? null))),
        row,
      )
    }
    await taken()
  }
}

/**
 * What the engine writes at once, and holds in memory meanwhile. Two such texts are on disk: the one that is
 * written and the one that is taken.
 */
const RANGE_ROWS = 122_880

/**
 * Has the engine write the rows as records in the format of COPY, one range of their numbers while the one
 * before is taken. Answers how many were taken before the first that are to be read.
 */
async function takeRecords(
  warehouse: Warehouse,
  { source, rows }: NumberedRows,
  { scratchFolder, signal, takeText }: ParquetReading & { takeText: TakeText },
): Promise<number> {
  const format = `format csv, delim '\t', quote '', escape '', nullstr '\\N', header false`
  async function write(from: number): Promise<string | undefined> {
    if (from >= rows) return undefined
    const path = join(scratchFolder, `${from}.txt`)
    const range = `${source} between ${from} and ${from + RANGE_ROWS - 1}`
    await warehouse.execute(`copy (${range}) to ${quoteText(path)} (${format})`, { signal })
    return path
  }

  let count = 0
  let writing = write(0)
  try {
    for (let from = RANGE_ROWS; ; from += RANGE_ROWS) {
      const path = await writing
      if (path === undefined) return count
      writing = write(from)
      // It is waited for next.
      writing.catch(() => undefined)
      for await (const block of blocksOf(createReadStream(path, { signal, highWaterMark: READ_BYTES }))) {
        const taken = await takeText(block)
        if (taken === undefined) return count
        count += taken
      }
      await rm(path)
    }
  } finally {
    await writing.catch(() => undefined)
  }
}

const READ_BYTES = 256 * 1024

/** What is in a text of numbers, days and moments needs no escape. */
const plainKinds = new Set<TypeKind>(['integer', 'decimal', 'float', 'boolean', 'day', 'moment'])

/** The text of a column as a field in the format of COPY. */
function fieldText({ type }: QueryColumn, text: string): string {
  if (plainKinds.has(kindOf(type))) return text
  const escapes = [
    ['chr(92)', String.raw`'\\'`],
    ['chr(9)', String.raw`'\t'`],
    ['chr(10)', String.raw`'\n'`],
    ['chr(13)', String.raw`'\r'`],
  ] as const
  const isSpecial = escapes.map(([letter]) => `contains(${text}, ${letter})`).join(' or ')
  const escaped = escapes.reduce((all, [letter, written]) => `replace(${all}, ${letter}, ${written})`, text)
  return `case when ${isSpecial} then ${escaped} else ${text} end`
}

export const noneMatches = (names: Iterable<string>, columns: readonly QueryColumn[]): string => {
  const shown = [...names].slice(0, 5).join(', ')
  const wanted = columns
    .map(({ name }) => name)
    .slice(0, 5)
    .join(', ')
  return `none of its members (${shown}) is a column (${wanted})`
}

/**
 * Nested values as JSON, bytes as the text that bytes have, everything else as the text that a cast reads
 * again: without the zone, which is UTC, where the target knows none.
 */
export function memberText(warehouse: Warehouse, { name, type }: QueryColumn, isZoneless: boolean): string {
  const column = `source.${warehouse.quoteName(name)}`
  if (/\[\d*\]$|^(struct|map|list|union)\b/i.test(type)) return `cast(to_json(${column}) as varchar)`
  if (kindOf(type) === 'binary') return warehouse.castSql(column, type, 'VARCHAR')
  const text = `cast(${column} as varchar)`
  return isZoneless && /^timestamp with time zone$/i.test(type)
    ? String.raw`regexp_replace(${text}, '\+00$', '')`
    : text
}
