import { stat, statfs } from 'node:fs/promises'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { errorText } from '../../lib/error-text.ts'
import type { LakeConnection } from '../connection.ts'
import { confine, isRemote } from '../duckdb/confine.ts'
import { FUNCTIONS_DATABASE } from '../duckdb/databases.ts'
import type { NativeCall } from '../duckdb/interruptible.ts'
import { quoteName, quoteTable, quoteText } from '../sql-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type LakeTools, openLake } from './databases.ts'
import {
  type FileContents,
  type FileTable,
  type FileView,
  narrowedColumns,
  readContents,
  refusedNames,
  SOURCE,
  unwritableColumns,
} from './file-contents.ts'

export interface CopyProgress {
  readonly tablesDone: number
  readonly tablesTotal: number
  /** Rows of the tables that are done. */
  readonly rows: number
}

export interface CopiedFile extends Omit<CopyProgress, 'tablesDone'> {
  readonly views: number
  /** What the file has and the lake cannot, each as words. */
  readonly notKept: readonly string[]
}

export interface CopyOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: CopyProgress) => void
  /**
   * Awaited when everything is copied and compared, and nothing of it can be seen yet; a rejection takes all
   * of it back.
   */
  readonly beforeCommit: () => Promise<void>
}

export interface CopyTools extends LakeTools {
  readonly call: NativeCall
  readonly memoryMib: number | undefined
}

/**
 * Copies the tables and views of the DuckDB file at `path`, which nobody else may have open, into a lake, in
 * one transaction of the lake. Each table is compared with its copy by the number of its rows and a checksum
 * over them before the transaction is committed. What a lake refuses is found before anything is copied. A
 * lake that has all of it already, row by row, is left as it is: the copy was made by an attempt that could
 * not report it. The file is only read. Throws WarehouseError.
 */
export async function copyFile(
  path: string,
  lake: LakeConnection,
  tools: CopyTools,
  options: CopyOptions,
): Promise<CopiedFile> {
  const bytes = await sizeOf(path)
  const { instance, connection, own } = await openLake(lake, tools)
  try {
    if (bytes !== undefined) {
      await checkSpace(lake, bytes)
      await connection.run(`attach ${quoteText(path)} as ${SOURCE} (read_only)`)
    }
    const { folders = [], dataPath } = lake
    await confine(connection, { folders: [...folders, dataPath], memoryMib: tools.memoryMib })
    const copy = createCopy(connection, { own, lake, tools, options })
    return await copy(bytes !== undefined)
  } catch (error) {
    options.signal.throwIfAborted()
    throw error instanceof WarehouseError ? error : new WarehouseError(errorText(error), { cause: error })
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/**
 * Undefined where there is no file: nothing ran in the environment yet. What cannot be looked at is not taken
 * for that.
 */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new WarehouseError(`The DuckDB file of the environment cannot be read: ${errorText(error)}`, {
      cause: error,
    })
  }
}

/** Parquet needs less than DuckDB's own format, as a rule. */
async function checkSpace({ dataPath }: LakeConnection, bytes: number): Promise<void> {
  if (isRemote(dataPath)) return
  const { bavail, bsize } = await statfs(dataPath)
  if (bavail * bsize >= bytes) return
  const mib = (count: number) => `${Math.ceil(count / 1_048_576)} MiB`
  throw new WarehouseError(
    `The file has ${mib(bytes)}, and the folder of the lake has room for ${mib(bavail * bsize)}: free some space on the machine of the runner`,
  )
}

interface CopyParts {
  /** The name of the lake's database. */
  readonly own: string
  readonly lake: LakeConnection
  readonly tools: CopyTools
  readonly options: CopyOptions
}

// Over 60 lines: what the parts of one copy share, each short.
function createCopy(connection: DuckDBConnection, { own, lake, tools, options }: CopyParts) {
  const { signal, onProgress, beforeCommit } = options
  const run = (sql: string) => tools.call(connection, signal, () => connection.run(sql))
  const ask = async (sql: string): Promise<readonly (readonly DuckDBValue[])[]> =>
    (await tools.call(connection, signal, () => connection.runAndReadAll(sql))).getRows()
  const inLake = ({ schema, name }: Named) => quoteTable({ database: own, schema, table: name })
  const inFile = ({ schema, name }: Named) => quoteTable({ database: SOURCE, schema, table: name })

  /** In a transaction that is taken back unless `work` says otherwise. */
  async function inTransaction<T>(work: (commit: () => Promise<unknown>) => Promise<T>): Promise<T> {
    await run('begin')
    let isOpen = true
    const commit = () => run('commit').finally(() => (isOpen = false))
    try {
      return await work(commit)
    } finally {
      // Not interruptible: it is over in a moment, and after a failure there may be nothing left to roll
      // back.
      if (isOpen) await connection.run('rollback').catch(() => undefined)
    }
  }

  async function createTable(table: FileTable): Promise<void> {
    const columns = table.columns.map(({ name, type, required, default: value }) =>
      [
        quoteName(name),
        type,
        ...(required ? ['not null'] : []),
        ...(value === undefined || /\bnextval\b/i.test(value) ? [] : [`default ${value}`]),
      ].join(' '),
    )
    await run(`create schema if not exists ${quoteName(own)}.${quoteName(table.schema)}`)
    await run(`create table ${inLake(table)} (${columns.join(', ')})`)
  }

  /**
   * Views may read one another: those that fail are tried again while others succeed. Answers those that
   * cannot be made.
   */
  async function createViews(views: readonly FileView[]): Promise<readonly string[]> {
    let left = views
    for (;;) {
      const failed: { view: FileView; reason: string }[] = []
      for (const view of left)
        await createView(view).catch((error: unknown) => failed.push({ view, reason: errorText(error) }))
      signal.throwIfAborted()
      if (failed.length === left.length)
        return failed.map(({ view, reason }) => `the view ${view.schema}.${view.name}: ${firstLine(reason)}`)
      left = failed.map(({ view }) => view)
    }
  }

  async function createView(view: FileView): Promise<void> {
    await run(`create schema if not exists ${quoteName(own)}.${quoteName(view.schema)}`)
    await findNamesIn(view.schema)
    await run(view.sql)
  }

  /** Names that a view leaves out are looked up as in a session of the environment, and in its own schema. */
  const findNamesIn = (schema: string) => {
    const usual = `${quoteName(own)}.${quoteName(lake.schema ?? 'main')}`
    const path = [`${quoteName(own)}.${quoteName(schema)}`, usual]
    if (lake.functions === true) path.push(`${FUNCTIONS_DATABASE}.main`)
    return run(`set search_path = ${quoteText([...new Set(path)].join(','))}`)
  }

  /** What of the file's tables and views cannot be in a lake; all of it is tried and taken back. */
  async function structureFaults({ tables, views }: FileContents): Promise<readonly string[]> {
    const whole = async (): Promise<readonly string[]> =>
      inTransaction(async () => {
        for (const table of tables) await createTable(table)
        return createViews(views)
      })
    return whole().catch(async (error: unknown) => {
      signal.throwIfAborted()
      const faults: string[] = []
      // One by one: the first that fails ends the transaction.
      for (const table of tables)
        await inTransaction(() => createTable(table)).catch((reason: unknown) =>
          faults.push(`the table ${table.schema}.${table.name}: ${inWords(reason)}`),
        )
      signal.throwIfAborted()
      if (faults.length === 0) throw error
      return faults
    })
  }

  /** Names of the file that the lake has already. */
  async function present({ tables, views }: FileContents): Promise<readonly Named[]> {
    const rows = await ask(`
      select lower(schema_name), lower(table_name) from duckdb_tables() where database_name = ${quoteText(own)}
      union all
      select lower(schema_name), lower(view_name) from duckdb_views() where database_name = ${quoteText(own)} and not internal`)
    const known = new Set(rows.map((row) => JSON.stringify(row)))
    return [...tables, ...views].filter(({ schema, name }) =>
      known.has(JSON.stringify([schema.toLowerCase(), name.toLowerCase()])),
    )
  }

  /** Number of rows and checksum, whatever their order. */
  async function digest(relation: string, table: FileTable): Promise<Digest> {
    const columns = table.columns.map(({ name }) => quoteName(name)).join(', ')
    const [row] = await ask(`select count(*), sum(hash(${columns})::hugeint)::varchar from ${relation}`)
    return { rows: Number(row![0]), checksum: String(row![1]) }
  }

  /** The number of rows, if a table of the lake is what that of the file is. */
  async function compare(table: FileTable): Promise<number | undefined> {
    const one = await digest(inFile(table), table)
    const other = await digest(inLake(table), table)
    return one.rows === other.rows && one.checksum === other.checksum ? one.rows : undefined
  }

  /** Whether the lake has a table of these columns. */
  async function hasColumns({ schema, name, columns }: FileTable): Promise<boolean> {
    const rows = await ask(`
      select column_name, data_type from duckdb_columns()
       where database_name = ${quoteText(own)} and lower(schema_name) = ${quoteText(schema.toLowerCase())}
         and lower(table_name) = ${quoteText(name.toLowerCase())} order by column_index`)
    return JSON.stringify(rows) === JSON.stringify(columns.map((column) => [column.name, column.type]))
  }

  /** Whether the views of the lake that have these names have the same queries. */
  async function hasViews(views: readonly FileView[]): Promise<boolean> {
    const rows = await ask(`
      select lower(schema_name), lower(view_name), sql from duckdb_views()
       where database_name = ${quoteText(own)} and not internal`)
    const queries = new Map(
      rows.map(([schema, name, sql]) => [JSON.stringify([schema, name]), queryOf(String(sql))]),
    )
    return views.every(
      ({ schema, name, sql }) =>
        queries.get(JSON.stringify([schema.toLowerCase(), name.toLowerCase()])) === queryOf(sql),
    )
  }

  /**
   * The rows of all tables, if the lake has every table and view of the file, with the same rows; undefined
   * otherwise.
   */
  async function rowsCopiedBefore({ tables, views }: FileContents): Promise<number | undefined> {
    if (!(await hasViews(views))) return undefined
    let rows = 0
    for (const table of tables) {
      const found = (await hasColumns(table)) ? await compare(table) : undefined
      if (found === undefined) return undefined
      rows += found
    }
    return rows
  }

  async function fill(table: FileTable): Promise<number> {
    const columns = table.columns.map(({ name }) => quoteName(name)).join(', ')
    await run(`insert into ${inLake(table)} (${columns}) select ${columns} from ${inFile(table)}`)
    const narrowed = narrowedColumns(table)
    const rows = await compare(table).catch((error: unknown) => {
      // A value that is read back as another one may not even fit into its type.
      if (narrowed.length === 0) throw error
      return undefined
    })
    if (rows === undefined) throw new WarehouseError(differs(table, narrowed))
    return rows
  }

  async function comment(kind: string, named: string, words: string | undefined): Promise<void> {
    if (words !== undefined) await run(`comment on ${kind} ${named} is ${quoteText(words)}`)
  }

  async function copyAll({ tables, views }: FileContents): Promise<number> {
    return inTransaction(async (commit) => {
      let rows = 0
      for (const [done, table] of tables.entries()) {
        onProgress({ tablesDone: done, tablesTotal: tables.length, rows })
        await createTable(table)
        rows += await fill(table)
        await comment('table', inLake(table), table.comment)
        for (const { name, comment: words } of table.columns)
          await comment('column', `${inLake(table)}.${quoteName(name)}`, words)
      }
      const faults = await createViews(views)
      if (faults.length > 0) throw refused(faults)
      for (const view of views) await comment('view', inLake(view), view.comment)
      onProgress({ tablesDone: tables.length, tablesTotal: tables.length, rows })
      await run(`call ${quoteName(own)}.set_commit_message('Headrace', 'Moved from a DuckDB file')`)
      await beforeCommit()
      await commit()
      return rows
    })
  }

  return async (isThere: boolean): Promise<CopiedFile> => {
    const contents: FileContents = isThere ? await readContents(ask) : { tables: [], views: [], notKept: [] }
    const { tables, views, notKept } = contents
    const copied = (rows: number) => ({ tablesTotal: tables.length, rows, views: views.length, notKept })
    const taken = await present(contents)
    if (taken.length > 0) {
      const rows =
        taken.length === tables.length + views.length ? await rowsCopiedBefore(contents) : undefined
      if (rows === undefined) throw new WarehouseError(alreadyThere(taken))
      await beforeCommit()
      return copied(rows)
    }
    const known = [...refusedNames(contents), ...unwritableColumns(contents)]
    const faults = known.length > 0 ? known : await structureFaults(contents)
    if (faults.length > 0) throw refused(faults)
    return copied(await copyAll(contents))
  }
}

/** The query of a view, without the name that the statement gives it. */
const queryOf = (sql: string): string => /\bas\b(.*)$/is.exec(sql)?.[1]?.trim() ?? sql

interface Named {
  readonly schema: string
  readonly name: string
}

interface Digest {
  readonly rows: number
  readonly checksum: string
}

const MAX_NAMES = 50
const listed = (names: readonly string[], separator: string): string =>
  names.length <= MAX_NAMES
    ? names.join(separator)
    : `${names.slice(0, MAX_NAMES).join(separator)}${separator}and ${names.length - MAX_NAMES} more`

const alreadyThere = (taken: readonly Named[]): string =>
  `The lake already has ${listed(
    taken.map(({ schema, name }) => `${schema}.${name}`),
    ', ',
  )}, and not with the same rows and queries: drop or rename these, or choose a connection or a catalogSchema of its own for the environment`

const differs = ({ schema, name }: FileTable, narrowed: readonly string[]): string =>
  narrowed.length === 0
    ? `The copy of ${schema}.${name} is not what the file has, so nothing was kept. Please report this`
    : `A lake does not keep all values of ${schema}.${name} as they are: change ${listed(narrowed, ', ')} to another type, for instance VARCHAR or DECIMAL(38,0)`

const refused = (faults: readonly string[]): WarehouseError =>
  new WarehouseError(`A lake cannot take everything that the file has:\n${listed(faults, '\n')}`)

const firstLine = (words: string): string => words.split('\n', 1)[0]!

/** DuckLake's words for a type, with what to do. */
function inWords(reason: unknown): string {
  const words = firstLine(errorText(reason))
  const type = /unsupported type (.*)$/.exec(words)?.[1]
  if (type === undefined) return words
  const shown = type.length > 100 ? `${type.slice(0, 100)}…` : type
  return `a lake has no type ${shown}: change the column to another type, for instance VARCHAR`
}
