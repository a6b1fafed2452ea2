import { quoteText } from '../sql-text.ts'
import type { TextFormat, TextLoad, TextTarget } from '../text-load.ts'
import { kindOf, type TypeKind } from '../type-kinds.ts'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { MysqlSession } from './connections.ts'
import { sendFile } from './wire.ts'

const TABLE = 'headrace_batch'

/**
 * Rows are sent in statements of about this size: the smallest packet that servers usually take is four times
 * that.
 */
const STATEMENT_CHARACTERS = 256 * 1024

/** InnoDB refuses a table of many more texts, for it keeps a pointer to each on the page of their row. */
const MAX_INNODB_COLUMNS = 150

/**
 * Begins a transaction on `session`, which ends with it. Throws WarehouseError, the signal's reason when it
 * aborts.
 */
export async function beginLoad(session: MysqlSession): Promise<BulkLoad> {
  const run = async (sql: string) => (await session.ask(sql)).affectedRows

  async function fill(rows: readonly (readonly Cell[])[]): Promise<void> {
    const columns = (rows[0] ?? []).map((_, index) => `${batchColumn(index)} longtext`)
    const engine = columns.length > MAX_INNODB_COLUMNS ? ' engine = myisam' : ''
    // TRUNCATE would end the transaction.
    await run(`drop temporary table if exists ${TABLE}`)
    await run(`create temporary table ${TABLE} (${columns.join(', ')})${engine}`)
    for (const values of statementsOf(rows)) await run(`insert into ${TABLE} values ${values}`)
  }

  await run('begin').catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch: TABLE,
    fill,
    text: textLoad(session),
    execute: run,
    async commit() {
      try {
        await run('commit')
      } finally {
        await session.release()
      }
    },
    // What is not committed is rolled back with the session.
    rollback: () => session.release(),
  }
}

const SAVEPOINT = 'headrace_text'
const NOT_SUPPORTED = 1148
const LOCAL_FILES_ARE_OFF = 3948

/** LOAD DATA LOCAL, which only warns of values that it changes and rows that it leaves out. */
function textLoad(session: MysqlSession): TextLoad {
  let isRefused = false
  const tables = new Map<string, LoadedTable>()

  async function tableOf(name: string): Promise<LoadedTable> {
    const known = tables.get(name)
    if (known !== undefined) return known
    const { rows } = await session.ask(`show create table ${name}`)
    const table = readDefinition(String(rows[0]?.[1]))
    tables.set(name, table)
    return table
  }

  /** The number of rows; undefined where the server takes them otherwise than they are, or not at all. */
  async function send(sql: string, file: Buffer, count: number | undefined): Promise<number | undefined> {
    await session.ask(`savepoint ${SAVEPOINT}`)
    try {
      const sent = await session.call(() => sendFile(session.client, sql, file))
      if (sent.warnings === 0 && sent.affectedRows === (count ?? sent.affectedRows)) return sent.affectedRows
    } catch (error) {
      session.signal.throwIfAborted()
      if (!(error instanceof WarehouseError)) throw error
      const { errno } = Object(error.cause) as { readonly errno?: number }
      isRefused = errno === NOT_SUPPORTED || errno === LOCAL_FILES_ARE_OFF
    }
    await session.ask(`rollback to savepoint ${SAVEPOINT}`)
    return undefined
  }

  return {
    async copy(records, into) {
      if (isRefused) return undefined
      const table = await tableOf(into.table)
      if (!table.takesBack) return undefined
      const file = asFile(records, into.format)
      if (table.asTheyAre.size > 0) {
        const count = await send(loadSql(into, table.asTheyAre), file, into.count)
        if (count !== undefined || isRefused) return count
        // Where such a field is not the value as it is, it may be one when it is cast.
        table.asTheyAre.clear()
      }
      return send(loadSql(into), file, into.count)
    },
  }
}

interface LoadedTable {
  /**
   * Whether a savepoint takes rows back: elsewhere those of a block that is refused would stay, and be there
   * twice.
   */
  readonly takesBack: boolean
  /** Columns, in SQL, of which a field is stored as its cast would be, unless the server warns. */
  readonly asTheyAre: Set<string>
}

/**
 * Others store a text in ways of their own: a BIT its bytes, a YEAR `0` as 2000, a TIMESTAMP null as the
 * present.
 */
const PLAIN_TYPES =
  /^((tiny|small|medium|big)?int|decimal|float|double|date|datetime|(var)?char|(tiny|medium|long)?text)$/
const PLAIN_KINDS = new Set<TypeKind>(['text', 'integer', 'decimal', 'float', 'day', 'moment'])

/** What SHOW CREATE TABLE says of a table. */
function readDefinition(sql: string): LoadedTable {
  const asTheyAre = new Set<string>()
  for (const [, name, type, rest] of sql.matchAll(/^ {2}("(?:[^"]|"")+") (\w+)(.*)$/gm))
    if (PLAIN_TYPES.test(type!) && !/\bauto_increment\b/i.test(rest!)) asTheyAre.add(name!)
  return { takesBack: /\) ENGINE=InnoDB\b/.test(sql), asTheyAre }
}

/** Fields are cast, but for those of the columns `asTheyAre`. */
function loadSql({ table, columns, format }: TextTarget, asTheyAre: ReadonlySet<string> = new Set()): string {
  const fields: string[] = []
  const values: string[] = []
  for (const [index, { name, type, castText }] of columns.entries()) {
    const isCast = !asTheyAre.has(name) || !PLAIN_KINDS.has(kindOf(type))
    fields.push(isCast ? `@c${index}` : name)
    if (isCast) values.push(`${name} = ${castText(compared(`@c${index}`))}`)
  }
  const enclosed = format.quote === undefined ? '' : `optionally enclosed by ${quoteText(format.quote)}`
  return `load data local infile 'rows' into table ${table} character set utf8mb4
    fields terminated by ${quoteText(format.delimiter)} ${enclosed} escaped by '\\' lines terminated by '\n'
    (${fields.join(', ')}) ${values.length === 0 ? '' : `set ${values.join(', ')}`}`
}

/** Variables would be compared without regard to letter case. */
const compared = (variable: string): string => `(${variable} collate utf8mb4_bin)`

/** `\N` is its only null, or the word where fields may be quoted, and it knows two escapes less than COPY. */
function asFile(records: Buffer, { delimiter, nullText, quote }: TextFormat): Buffer {
  if (nullText === '') return withNulls(records, delimiter.charCodeAt(0), quote?.charCodeAt(0))
  if (!records.includes('\\f') && !records.includes('\\v')) return records
  const text = records.toString('latin1').replaceAll(/\\(.)/g, (all, letter) => unknownEscapes[letter] ?? all)
  return Buffer.from(text, 'latin1')
}

const LINE_FEED = 10
const WORD = 'NULL'

/**
 * The records, the last one ended, with `\N` for every empty field; where there is a quote, the word stands
 * between quotes. Byte by byte: a regular expression that looks for fields takes twice as long.
 */
function withNulls(records: Buffer, delimiter: number, quote: number | undefined): Buffer {
  const written = Buffer.allocUnsafe(3 * records.length + WORD.length)
  let length = 0
  let begin = 0
  let isInside = false

  function endField(by: number): void {
    if (length === begin) length += written.write('\\N', length, 'latin1')
    else if (quote !== undefined && length - begin === WORD.length && written[begin] !== quote) {
      const text = written.toString('latin1', begin, length)
      const mark = String.fromCharCode(quote)
      if (text === WORD) length = begin + written.write(`${mark}${WORD}${mark}`, begin, 'latin1')
    }
    written[length++] = by
    begin = length
  }

  for (let at = 0; at < records.length; at++) {
    const byte = records[at]!
    if (!isInside && (byte === delimiter || byte === LINE_FEED)) endField(byte)
    else {
      if (byte === quote) isInside = !isInside
      written[length++] = byte
    }
  }
  if (length > 0 && written[length - 1] !== LINE_FEED) endField(LINE_FEED)
  return written.subarray(0, length)
}

const unknownEscapes: Readonly<Record<string, string>> = { f: '\f', v: '\v' }

function* statementsOf(rows: readonly (readonly Cell[])[]): Generator<string> {
  let values = ''
  for (const row of rows) {
    const cells = row.map((cell) => (cell === null ? 'null' : quoteText(cell)))
    values += `${values === '' ? '' : ','}(${cells.join(',')})`
    if (values.length < STATEMENT_CHARACTERS) continue
    yield values
    values = ''
  }
  if (values !== '') yield values
}
