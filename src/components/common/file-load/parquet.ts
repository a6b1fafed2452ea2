import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWarehouses } from '../../../warehouses/open.ts'
import { quoteText } from '../../../warehouses/sql-text.ts'
import type { QueryColumn, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
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
  readonly scratchFolder: string
  readonly signal: AbortSignal
}

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
    if (error instanceof WarehouseError) throw new ContentError(error.message.replaceAll(path, 'the file'))
    throw error
  } finally {
    await warehouses.close()
    await rm(path, { force: true })
  }
}

async function readRows(
  warehouse: Warehouse,
  path: string,
  { format, target, sink, taken, signal }: ParquetReading,
) {
  const from = `read_parquet(${quoteText(path)})`
  const columns = await warehouse.describeQuery(`select * from ${from}`, { signal })
  const isWhole = target.takesWhole
  const list = isWhole
    ? `cast(to_json(source) as varchar)`
    : columns.map((column) => memberText(warehouse, column)).join(', ')
  const names = columns.map(({ name }) => name)
  const positions = isWhole ? [0] : positionsOfMembers(names, target.columns, format.match ?? 'any-case')
  const { batches } = await warehouse.query(`select ${list} from ${from} as source`, { signal })
  let row = 0
  for await (const rows of batches) {
    for (const cells of rows) {
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

export const noneMatches = (names: Iterable<string>, columns: readonly QueryColumn[]): string => {
  const shown = [...names].slice(0, 5).join(', ')
  const wanted = columns
    .map(({ name }) => name)
    .slice(0, 5)
    .join(', ')
  return `none of its members (${shown}) is a column (${wanted})`
}

/** Nested values as JSON, bytes as hexadecimal digits, everything else as the text that a cast reads again. */
export function memberText(warehouse: Warehouse, { name, type }: QueryColumn): string {
  const column = `source.${warehouse.quoteName(name)}`
  if (/\[\d*\]$|^(struct|map|list|union)\b/i.test(type)) return `cast(to_json(${column}) as varchar)`
  return `cast(${column} as varchar)`
}
