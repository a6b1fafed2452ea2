import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { collectGarbage } from '../../../lib/collect-garbage.ts'
import { truthOfWord } from '../../../warehouses/cast.ts'
import type { CsvField, FileReader } from '../../../warehouses/file-reader.ts'
import { kindOf } from '../../../warehouses/type-kinds.ts'
import {
  batchColumn,
  type QueryColumn,
  type StatementOptions,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { readRows } from '../sql.ts'
import { ContentError, unpacked } from './decode.ts'
import type { LoadSettings } from './load-settings.ts'
import { positionsOfMembers } from './member-rows.ts'
import { writtenPatterns } from './moments.ts'
import { MAX_PARQUET_BYTES, memberText } from './parquet.ts'
import { NotPlainError, plainRecords, readsPlainly } from './plain-csv.ts'
import type { TargetTable } from './target-table.ts'
import { writePieces } from './write-pieces.ts'

/** So much takes the engine several times what a collection takes. */
const LARGE_BYTES = 64 * 1024 * 1024

export interface EngineLoad {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly target: TargetTable
  readonly settings: LoadSettings
  readonly store: FileStore
}

/** Rows of a file as queries of texts and values in the order of the columns, one for each part of it. */
interface FileRows {
  readonly rows: number
  /** What is on disk meanwhile. */
  readonly bytes: number
  /** Of a row, where that matters to the database and one statement reads all of them; otherwise 0. */
  readonly rowBytes: number
  readonly queries: readonly string[]
}

/**
 * Has the engine read the files by itself, in one transaction that puts their rows into the target, with the
 * same values as rows that we read. Answers how many of each file; undefined, and nothing is done, where it
 * cannot, or where something is wrong with the files: reading them row by row then finds out what and where.
 */
export async function loadByEngine(
  load: EngineLoad,
  files: readonly FileEntry[],
  remember: (rows: number) => readonly string[],
): Promise<readonly number[] | undefined> {
  const { warehouse, options, target } = load
  const { fileReader } = warehouse
  const read = readerOf(load)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (fileReader === undefined || read === undefined || files.length === 0 || bytes > MAX_PARQUET_BYTES)
    return undefined
  const folder = await fileReader.makeFolder()
  try {
    const all: FileRows[] = []
    let left = MAX_PARQUET_BYTES
    for (const [index, file] of files.entries()) {
      const found = await read({ ...load, maxBytes: left }, fileReader, file, join(folder, `${index}`))
      left -= found.bytes
      all.push(found)
    }
    const rows = all.reduce((sum, one) => sum + one.rows, 0)
    const names = target.columns.map(({ name }) => warehouse.quoteName(name)).join(', ')
    const into = `insert into ${warehouse.quoteTable(target.name)} (${names})`
    const inserts = all.flatMap(({ queries }) => queries.map((query) => `${into} ${query}`))
    const rowBytes = Math.max(...all.map((one) => one.rowBytes))
    const forLongRows = warehouse.longRowsSql?.(target.name, rowBytes) ?? []
    // What must not be there twice is looked at before anything else.
    const script = ['begin', ...remember(rows), ...forLongRows, ...inserts, 'commit'].join(';\n')
    // What reading the files has left would be held for as long as the engine takes.
    if (bytes >= LARGE_BYTES) collectGarbage()
    await warehouse.execute(script, { ...options, isFramed: true, loads: true })
    return all.map((one) => one.rows)
  } catch (error) {
    options.signal.throwIfAborted()
    const isForUs =
      error instanceof WarehouseError || error instanceof NotPlainError || error instanceof ContentError
    if (!isForUs) throw error
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface FileLoad extends EngineLoad {
  readonly maxBytes: number
}

type ReadFile = (load: FileLoad, reader: FileReader, file: FileEntry, path: string) => Promise<FileRows>

/** Undefined where rows are left out or checked one by one, or where the format is one that only we read. */
function readerOf({ settings, target, warehouse }: EngineLoad): ReadFile | undefined {
  const { format, onError, gates } = settings
  if (onError !== 'abort' || gates.length > 0) return undefined
  if (format.type === 'PARQUET') return readParquet
  if (!readsPlainly(format)) return undefined
  const types = target.columns.map(({ type }) => type)
  const patterns = writtenPatterns(types, format.csv, warehouse.parts.isInstant)
  return patterns && ((...given) => readCsv(patterns, ...given))
}

async function readCsv(
  patterns: readonly (RegExp | undefined)[],
  { settings: { format }, target, store, options, maxBytes }: FileLoad,
  reader: FileReader,
  file: FileEntry,
  path: string,
): Promise<FileRows> {
  const types = target.columns.map(({ type }) => type)
  const records = plainRecords(unpacked(store.read(file), format.compression, file.name), format, types)
  const { paths, bytes } = await writePieces(records, path, { signal: options.signal, maxBytes })
  const fields: CsvField[] = []
  const values: string[] = []
  for (const [index, type] of types.entries()) {
    const isRead = records.haveForms && readsAsCast(type)
    fields.push(isRead ? { type } : { pattern: records.haveForms ? undefined : patterns[index] })
    const isTruth = records.haveForms && kindOf(type) === 'boolean'
    values.push(
      isRead
        ? readSql(batchColumn(index), type)
        : isTruth
          ? truthOfWord(batchColumn(index))
          : target.casts[index]!,
    )
  }
  const { quote, spanLines } = records
  const marks = { delimiter: format.csv.fieldDelimiter, quote, spanLines }
  const queries = paths.map(
    (piece) => `select ${values.join(', ')} from ${reader.csv(piece, fields, marks)} as source`,
  )
  // Long ones are read in pieces.
  return { rows: records.count, bytes, rowBytes: 0, queries }
}

/** Whether the engine reads what has the form of such a value as a cast of its text would. */
const readsAsCast = (type: string): boolean =>
  ['integer', 'decimal', 'float', 'day'].includes(kindOf(type)) || /^timestamp$/i.test(type)

/** What was read of a value's form. Infinity has none: it is a number that is too large. */
const readSql = (column: string, type: string): string =>
  kindOf(type) === 'float'
    ? `case when isinf(${column}) then error('A number is too large for ${type}') else ${column} end`
    : column

async function readParquet(
  { warehouse, options, settings: { format, truncates }, target, store }: EngineLoad,
  reader: FileReader,
  file: FileEntry,
  path: string,
): Promise<FileRows> {
  await pipeline(store.read(file), createWriteStream(path), { signal: options.signal })
  const from = reader.parquet(path)
  const counted = await readRows(warehouse, `select count(*) from ${from}`, 1, options)
  const rows = Number(counted.rows[0]?.[0])
  const sized = warehouse.longRowsSql && (await readRows(warehouse, reader.parquetBytes(path), 1, options))
  const rowBytes = Number(sized?.rows[0]?.[0] ?? 0) / Math.max(1, rows)
  if (target.takesWhole) {
    const text = `cast(to_json(source) as varchar) as ${batchColumn(0)}`
    return {
      rows,
      bytes: file.bytes,
      rowBytes,
      queries: [`select ${target.casts[0]} from (select ${text} from ${from} as source)`],
    }
  }
  const found = await warehouse.describeQuery(`select * from ${from}`, options)
  const names = found.map(({ name }) => name)
  const positions = positionsOfMembers(names, target.columns, format.match ?? 'any-case')
  if (positions === undefined) throw new NotPlainError()
  const inner: string[] = []
  const outer: string[] = []
  for (const [index, column] of target.columns.entries()) {
    const given = positions[index] === undefined ? undefined : found[positions[index]]
    const isSame = given !== undefined && !truncates && keepsValue(given, column)
    const value = given === undefined ? 'cast(null as varchar)' : `source.${warehouse.quoteName(given.name)}`
    const isValue = given === undefined || isSame
    const read = isValue ? value : memberText(warehouse, given, target.zoneless[index]!)
    inner.push(`${read} as ${batchColumn(index)}`)
    outer.push(isSame ? `cast(${batchColumn(index)} as ${column.type})` : target.casts[index]!)
  }
  return {
    rows,
    bytes: file.bytes,
    rowBytes,
    queries: [`select ${outer.join(', ')} from (select ${inner.join(', ')} from ${from} as source)`],
  }
}

/** Whether a value becomes the same one with and without a text in between. */
function keepsValue(given: QueryColumn, column: QueryColumn): boolean {
  const kind = kindOf(column.type)
  if (kind === 'integer') return kindOf(given.type) === 'integer'
  return kind !== 'other' && given.type.toUpperCase() === column.type.toUpperCase()
}
