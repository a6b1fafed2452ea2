import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'
import { type FileReader, MAX_RECORD_BYTES } from '../file-reader.ts'
import { quoteText } from '../sql-text.ts'
import { batchColumn } from '../warehouse.ts'

/** Of this process: one that is gone may have had the same number. */
const OWN = `${process.pid}-${randomBytes(4).toString('hex')}-`

/** DuckDB's readers of files in `folder`, which its SQL may reach beside what was granted. */
export const fileReader = (folder: string): FileReader => ({
  async makeFolder() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeLeftovers(folder)
    return mkdtemp(join(await realpath(folder), OWN))
  },
  parquet: (path) => `read_parquet(${quoteText(path)})`,
  parquetBytes: (path) =>
    `select coalesce(sum(total_uncompressed_size), 0) from parquet_metadata(${quoteText(path)})`,
  csv(path, fields, { delimiter, quote, spanLines = false }) {
    const types = fields.map(({ type = TEXT }) => type)
    const cells = fields.map(({ pattern }, index) => checked(batchColumn(index), pattern)).join(', ')
    // Threads that begin inside of a field with several lines have to guess where they are.
    const quotes = `allow_quoted_nulls = false, parallel = ${spanLines ? 'false' : 'true'}`
    const marks = `delim = ${quoteText(delimiter)}${quote === undefined ? '' : `, ${quotes}`}`
    return `(select ${cells} from ${recordsOf(path, types, marks, quote)})`
  },
  copied(path, columns) {
    const types = Array<string>(columns).fill(TEXT)
    const marks = (nullText: string) => `delim = '\t', nullstr = ${quoteText(nullText)}`
    const name = batchColumn(0)
    // Where empty texts are not null, a reader of one column takes their lines for none.
    const records =
      columns === 1
        ? `(select nullif(coalesce(${name}, ''), '\\N') as ${name} from ${recordsOf(path, types, marks(''))})`
        : recordsOf(path, types, marks('\\N'))
    const cells = types.map((_, index) => unescaped(batchColumn(index))).join(', ')
    return `(select ${cells} from ${records})`
  },
})

const TEXT = 'VARCHAR'

/** Records with fields that become values of these types. */
function recordsOf(path: string, types: readonly string[], marks: string, quote = ''): string {
  const columns = types.map((type, index) => `${batchColumn(index)}: ${quoteText(type)}`).join(', ')
  const mark = quoteText(quote)
  const format = `quote = ${mark}, escape = ${mark}, header = false, auto_detect = false, new_line = '\\n'`
  // DuckDB holds several times as much for each of its threads.
  const sizes = `max_line_size = ${MAX_RECORD_BYTES}, buffer_size = ${4 * MAX_RECORD_BYTES}`
  return `read_csv(${quoteText(path)}, columns = {${columns}}, ${marks}, ${format}, ${sizes})`
}

/** What COPY writes behind a backslash, by the code of the letter that is meant. */
const escapes: readonly (readonly [string, number])[] = [
  ['b', 8],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]

/** No text of PostgreSQL has the letter 0, which stands for doubled backslashes meanwhile. */
function unescaped(column: string): string {
  const singled = escapes.reduce(
    (text, [letter, code]) => `replace(${text}, '\\${letter}', chr(${code}))`,
    `replace(${column}, '\\\\', chr(0))`,
  )
  return `case when contains(${column}, '\\') then replace(${singled}, chr(0), '\\') else ${column} end as ${column}`
}

function checked(column: string, pattern: RegExp | undefined): string {
  if (pattern === undefined) return column
  const fits = `${column} is null or regexp_full_match(${column}, ${quoteText(pattern.source)})`
  return `case when ${fits} then ${column} else error('has another form') end as ${column}`
}

/** Removes what processes left that are gone. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number.parseInt(name, 10)
    const isLeft = pid === process.pid ? !name.startsWith(OWN) : !isAlive(pid)
    if (isLeft) await rm(join(folder, name), { recursive: true, force: true })
  }
}
