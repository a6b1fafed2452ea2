import { withWholeLetters } from '../../../lib/written-json.ts'
import {
  batchColumn,
  type Cell,
  type Stage,
  type StatementOptions,
  type TableName,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { DecidedLoads } from '../../common/decided-loads.ts'
import { createDoneLoads, type DoneLoads, type Loaded } from '../../common/done-loads.ts'
import {
  type Gated,
  type GatedTable,
  publishStaged,
  publishThroughGates,
} from '../../common/gates/publish.ts'
import { loadText } from '../../common/load-text.ts'
import { readRows, shownTable } from '../../common/sql.ts'
import { dropAllLeftovers, dropLeftovers, stagingName } from '../../common/staging-table.ts'
import { definitionOf, type Field, fieldsOfElements, jsonColumnsOf, typeOf } from './fields.ts'
import { fieldsInto } from './fields-into.ts'
import { valuesInto } from './into-columns.ts'
import { createMissedMembers } from './missed-members.ts'
import { putDecided, type Remembered } from './put-decided.ts'
import { createRoundedMembers } from './rounded-members.ts'
import type { CreateMode } from './settings.ts'
import { namingMember } from './unfit-member.ts'
import { withinDoubles } from './within-doubles.ts'

/** The database holds several times this while it takes a statement apart. */
const BATCH_CHARACTERS = 64 * 1024
/** The same where each statement writes a file. */
const FILE_CHARACTERS = 1024 * 1024
/** A table of more files than this is written again when all rows are there. */
const MAX_FILES = 16

export interface LoadOptions {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly table: TableName
  readonly mode: CreateMode
  /** The same for the same step in every session, and in every attempt of a retry. */
  readonly key: string
  /** The columns, when they are known before the first element came. */
  readonly columns: readonly Field[] | undefined
  /** What is checked before the rows are where they belong. */
  readonly gated?: Pick<GatedTable, 'context' | 'gates'> | undefined
}

const nothing: Also = { sql: () => [], remembered: async () => undefined }

export interface FinishedLoad extends Loaded {
  /** There is no table still: no element came, and nothing else tells its columns. */
  readonly isMissing?: true
  /** The results of its gates; undefined without gates. */
  readonly gated?: Gated<unknown> | undefined
}

/** What is remembered in the same transaction, about the table that holds the rows until then. */
export interface Also {
  sql(rows: string): readonly string[]
  /** The same for a database without transactions. */
  remembered(rows: string): Promise<Remembered | undefined>
}

/**
 * Loads elements into a table of its own and puts them where they belong at the end, in one transaction: the
 * target never holds a part of a load.
 */
export interface Load {
  /** What an earlier attempt has loaded already; undefined: it is still to be done. */
  begin(): Promise<Loaded | undefined>
  add(element: string): Promise<void> | undefined
  /**
   * Adds rows of texts with a cell for each of the columns, which are known; JSON cells are JSON. Many at
   * once are faster than elements one by one, and not possible in a transaction that components share.
   */
  addRows(rows: readonly (readonly Cell[])[]): Promise<void>
  /**
   * Adds the rows of a text in the format of COPY, as `Warehouse.queryText` writes it; false, and nothing is
   * added, where rows have to be taken apart.
   */
  addText(text: AsyncIterable<Buffer>, progressed: (rows: number) => void): Promise<boolean>
  finish(also?: Also): Promise<FinishedLoad>
  /** Takes away what is unfinished. */
  abandon(): Promise<void>
}

/** Puts what was loaded where it belongs; answers how many rows made room. */
type Put = () => Promise<number>

/** Where a definition commits at once, a lost attempt may have left the table without a row. */
async function isInTheWay({
  warehouse,
  options,
  table,
}: Pick<LoadOptions, 'warehouse' | 'options' | 'table'>): Promise<boolean> {
  if ((await warehouse.describe(table, options)) === undefined) return false
  if (!warehouse.parts.definitionsCommit) return true
  const sql = `select 1 from ${warehouse.quoteTable(table)} limit 1`
  return (await readRows(warehouse, sql, 1, options)).rows.length > 0
}

/** A commit that was not answered may have been done; the database remembers it. */
const unlessDone =
  (done: DoneLoads) =>
  async (error: unknown): Promise<Loaded> => {
    const before = error instanceof WarehouseError && (await done.find().catch(() => undefined))
    if (!before) throw error
    return before
  }

export function createLoad({ warehouse, options, table, mode, key, columns, gated }: LoadOptions): Load {
  const staging = stagingName(table, key)
  const done = createDoneLoads(warehouse, options, table, key)
  let fields = columns
  const missed = createMissedMembers(options)
  const rounded = createRoundedMembers(options)
  let made = false
  let batch: string[] = []
  let characters = 0
  let rows = 0
  let writes = 0
  let values = '' // what is selected of the staging table for the columns of one that stays
  const namesOfFields = () => (fields ?? []).map(({ name }) => warehouse.quoteName(name)).join(', ')
  const exists = async () => (await warehouse.describe(table, options)) !== undefined
  /** A table that is to be replaced keeps its columns where no others are known. */
  const emptiesFirst = (isThere: boolean): boolean =>
    isThere && (mode === 'TRUNCATE_AND_INSERT' || (mode === 'REPLACE_IF_EXISTS' && fields === undefined))

  async function begin(): Promise<Loaded | undefined> {
    const before = await done.find()
    // An attempt that was lost after its last commit has left the table that it replaced.
    await dropLeftovers(warehouse, options, table, key)
    if (before !== undefined) return before
    if (mode === 'FAIL_IF_EXISTS' && (await isInTheWay({ warehouse, options, table })))
      throw new TableExistsError(table)
    if (mode === 'FAIL_IF_EXISTS' || mode === 'APPEND') await done.decided?.check()
    if (mode === 'APPEND' || mode === 'TRUNCATE_AND_INSERT') await warehouse.refuseLasting?.(table, options)
    fields &&= await fieldsInto({ warehouse, options, table, mode }, fields)
    return undefined
  }

  function add(element: string): Promise<void> | undefined {
    batch.push(withWholeLetters(element))
    characters += element.length + 1
    return characters < (warehouse.parts.writesFiles ? FILE_CHARACTERS : BATCH_CHARACTERS)
      ? undefined
      : flush()
  }

  async function flush(): Promise<void> {
    if (batch.length === 0) return
    fields ??= await fieldsInto({ warehouse, options, table, mode }, fieldsOfElements(batch))
    const elements = withinDoubles(fields, batch, rows)
    await make()
    const text = `[${elements.join(',')}]`
    rows += batch.length
    batch = []
    characters = 0
    writes++
    const insert = warehouse.insertJsonSql(staging, jsonColumnsOf(warehouse, fields), text)
    const known = fields
    await warehouse.execute(insert, options).catch((error: unknown) => {
      throw namingMember(error, known, elements, rows - elements.length)
    })
    if (columns === undefined) missed.note(fields, elements)
    rounded.note(fields, elements)
  }

  async function addRows(given: readonly (readonly Cell[])[]): Promise<void> {
    await make()
    const known = fields ?? []
    const names = known.map(({ name }) => warehouse.quoteName(name)).join(', ')
    const values = known.map(
      (field, index) => `${valueSql(warehouse, field, batchColumn(index))} as ${batchColumn(index)}`,
    )
    const into = `insert into ${warehouse.quoteTable(staging)} (${names})`
    const bulk = await warehouse.beginLoad(options)
    try {
      await bulk.fill(given)
      writes++
      rows += await bulk.execute(`${into} select ${values.join(', ')} from ${bulk.batch}`)
      await bulk.commit()
    } finally {
      await bulk.rollback()
    }
  }

  async function addText(text: AsyncIterable<Buffer>, progressed: (rows: number) => void): Promise<boolean> {
    await make()
    const columns = (fields ?? []).map((field) => ({
      name: warehouse.quoteName(field.name),
      type: warehouse.typeSql(typeOf(field)),
      castText: (value: string) => valueSql(warehouse, field, value),
    }))
    const loading = { warehouse, options, table: warehouse.quoteTable(staging), columns, progressed }
    const added = await loadText(loading, text)
    rows += added ?? 0
    return added !== undefined
  }

  async function make(): Promise<void> {
    if (made) return
    const definition = { mode: 'create' as const, columns: (fields ?? []).map(definitionOf), primaryKeys: [] }
    await warehouse.execute(warehouse.createTableSql(staging, definition), options)
    made = true
  }

  async function finish(together: Also = nothing): Promise<FinishedLoad> {
    await flush()
    const isThere = await exists()
    if (fields !== undefined) await make()
    else if (!isThere) return { rows, deleted: 0, isMissing: true }
    values = namesOfFields()
    if (isThere && fields !== undefined && (mode === 'APPEND' || mode === 'TRUNCATE_AND_INSERT'))
      values = (await valuesInto({ warehouse, options, table, staging }, fields)).join(', ')
    const also = together.sql
    const put = done.decided && putBy(done.decided, together)
    const deleted = emptiesFirst(isThere) ? `(select count(*) from ${warehouse.quoteTable(table)})` : '0'
    const remember = done.rememberSql(rows, deleted)
    if (gated !== undefined && gated.gates.length > 0)
      return finishThroughGates({ warehouse, options, table, ...gated }, remember, also, put)
    const finished = { rows, deleted: await (put ?? (() => putAtOnce(remember, also)))() }
    made = false
    await done.forgetOld()
    await dropAllLeftovers(warehouse, options, table, key)
    return finished
  }

  async function putAtOnce(remember: string, also: Also['sql']): Promise<number> {
    const script =
      warehouse.parts.definitionsCommit && fields !== undefined
        ? await apartFromDefinitions(remember, also)
        : ['begin', remember, ...also(warehouse.quoteTable(staging)), ...(await putInPlace()), 'commit']
    // All of it is repeated where another transaction was in its way.
    const { changes } = await warehouse.execute(script.join(';\n'), {
      ...options,
      isFramed: script[0] === 'begin',
    })
    return changes?.deleted ?? 0
  }

  /** How rows are put in place where no transaction does it; answers how many made room. */
  function putBy(decided: DecidedLoads, together: Also): Put {
    const names = namesOfFields()
    return async () => {
      const remembered = await together.remembered(warehouse.quoteTable(staging))
      const put = { warehouse, options, done, table, staging, mode, names, values, rows, remembered }
      return putDecided(decided, put)
    }
  }

  /** Where a definition commits at once, rows that replace a table are checked before they take its place. */
  async function finishThroughGates(
    target: GatedTable,
    remember: string,
    also: Also['sql'],
    put: Put | undefined,
  ): Promise<FinishedLoad> {
    const commits = warehouse.parts.definitionsCommit
    const stage =
      commits && fields !== undefined && (mode === 'REPLACE_IF_EXISTS' || !(await exists()))
        ? await stageOfReplaced(remember, also, put)
        : stageOfChanged(remember, also, put)
    const result =
      stage !== undefined
        ? await publishStaged(target, stage, async (make) => {
            const { changes } = make === '' ? {} : await warehouse.execute(make, options)
            return { rowCount: rows, deleted: changes?.deleted ?? 0 }
          })
        : await publishThroughGates(target, async (shared) => {
            const change = commits
              ? changeOf(warehouse.quoteTable(table), await exists())
              : await putInPlace()
            const script = [remember, ...also(warehouse.quoteTable(staging)), ...change]
            const { changes } = await shared.execute(script.join(';\n'), options)
            return { rowCount: rows, deleted: changes?.deleted ?? 0 }
          })
    if (result.stopped !== undefined) return { rows: 0, deleted: 0, gated: result }
    await done.forgetOld()
    await dropAllLeftovers(warehouse, options, table, key)
    made = false
    return { rows, deleted: result.value.deleted, gated: result }
  }

  /** The table that was loaded is what is checked. */
  async function stageOfReplaced(remember: string, also: Also['sql'], put: Put | undefined): Promise<Stage> {
    const publishing = put ?? (await apartFromDefinitions(remember, also)).join(';\n')
    return () => ({
      staged: staging,
      make: '',
      publish: () => publishing,
      discard: `drop table if exists ${warehouse.quoteTable(staging)}`,
    })
  }

  /** A copy of the table is changed and checked first, where no transaction takes the change back. */
  function stageOfChanged(remember: string, also: Also['sql'], put: Put | undefined): Stage | undefined {
    const { cloned } = warehouse.parts
    if (cloned === undefined) return undefined
    const [target, loaded] = [warehouse.quoteTable(table), warehouse.quoteTable(staging)]
    return (staged) => {
      const copy = warehouse.quoteTable(staged)
      return {
        staged,
        make: [...cloned(copy, target), ...changeOf(copy, true)].join(';\n'),
        publish: () =>
          put ?? ['begin', remember, ...also(loaded), ...changeOf(target, true), 'commit'].join(';\n'),
        discard: `drop table if exists ${copy}`,
      }
    }
  }

  /** A new table is the one that was loaded, under its name, unless it is of many small files. */
  async function putInPlace(): Promise<string[]> {
    if (fields === undefined) return changeOf(warehouse.quoteTable(table), true)
    const [target, source] = [warehouse.quoteTable(table), warehouse.quoteTable(staging)]
    const become =
      warehouse.parts.writesFiles && writes > MAX_FILES
        ? [`create table ${target} as select * from ${source}`, `drop table ${source}`]
        : [`alter table ${source} rename to ${warehouse.quoteName(table.table)}`]
    if (mode === 'FAIL_IF_EXISTS') return become
    if (mode === 'REPLACE_IF_EXISTS') return [`drop table if exists ${target}`, ...become]
    if (!(await exists())) return become
    const names = namesOfFields()
    const insert = `insert into ${target} (${names}) select ${values} from ${source}`
    const empty = mode === 'APPEND' ? [] : [warehouse.parts.emptied(target)]
    return [...empty, insert, `drop table ${source}`]
  }

  // Definitions end the transaction they stand in, so rows and what is remembered change in one that has
  // none. A table that replaces another takes its place in one step first: repeating that repeats the whole
  // load.
  async function apartFromDefinitions(remember: string, also: Also['sql']): Promise<string[]> {
    const [target, source] = [warehouse.quoteTable(table), warehouse.quoteTable(staging)]
    const isThere = await exists()
    const create = isThere
      ? []
      : [`create table if not exists ${target} like ${source}${warehouse.parts.tableOptions}`]
    if (mode === 'REPLACE_IF_EXISTS') {
      const old = warehouse.quoteTable({ ...staging, table: `${staging.table}_old` })
      const { sql, left } = warehouse.parts.swapped(target, source, old)
      return [...create, sql, 'begin', ...also(target), remember, 'commit', `drop table ${left}`]
    }
    const change = changeOf(warehouse.quoteTable(table), await exists())
    return [...create, 'begin', remember, ...also(source), ...change, 'commit', `drop table ${source}`]
  }

  /** Statements that change the rows of `into`: the table, or one that is like it. */
  function changeOf(into: string, isThere: boolean): string[] {
    const source = warehouse.quoteTable(staging)
    const names = namesOfFields()
    const empty = emptiesFirst(isThere) ? [warehouse.parts.emptied(into)] : []
    if (fields === undefined) return empty
    return [...empty, `insert into ${into} (${names}) select ${values} from ${source}`]
  }

  async function abandon(): Promise<void> {
    if (!made) return
    const unstopped = { signal: new AbortController().signal }
    const drop = `drop table if exists ${warehouse.quoteTable(staging)}`
    await warehouse.execute(drop, unstopped).catch(() => undefined)
  }

  return { begin, add, addRows, addText, finish: (also) => finish(also).catch(unlessDone(done)), abandon }
}

/** Where the rows are, for a message that begins with their number. */
export const placeOf = ({ isMissing }: FinishedLoad, table: TableName): string =>
  isMissing
    ? `came: ${shownTable(table)} was not made, as nothing tells its columns`
    : `are in ${shownTable(table)}`

/** The value of a field, for an expression that is its text. */
function valueSql(warehouse: Warehouse, field: Field, text: string): string {
  const type = typeOf(field)
  if (type.type === 'VARIANT') return warehouse.json.parse(text)
  return warehouse.castSql(text, 'VARCHAR', warehouse.typeSql(type))
}

/** The target is there and must not be. */
export class TableExistsError extends Error {
  override readonly name = 'TableExistsError'

  constructor(table: TableName) {
    super(`The table ${shownTable(table)} already exists: choose another name, or another Create Table Mode`)
  }
}
