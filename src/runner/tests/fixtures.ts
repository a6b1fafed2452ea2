import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readCsv } from '../../lib/csv.ts'
import type { PipelineTest, TableFixture, TestRow } from '../../pipeline/tests/model.ts'
import { makeTable, tableOf, typeOf } from '../../warehouses/make-table.ts'
import type { StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'

/** Rows that one statement adds. */
const BATCH_ROWS = 1_000

/**
 * Makes the tables of a test and fills them. `folder`: the top of the repository. Throws an Error that says
 * what is wrong.
 */
export async function makeTables(
  warehouse: Warehouse,
  { tables }: PipelineTest,
  folder: string,
  options: StatementOptions,
): Promise<void> {
  for (const table of tables) {
    try {
      await fill(warehouse, table, await contentOf(table, folder), options)
    } catch (error) {
      throw new Error(`The table ${table.name} could not be created: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}

interface Content {
  readonly columns: TableFixture['columns']
  readonly rows: readonly TestRow[]
}

async function contentOf({ path, columns, rows }: TableFixture, folder: string): Promise<Content> {
  if (path === undefined) return { columns, rows }
  const [header, ...records] = readCsv(await readFile(join(folder, path), 'utf8'))
  if (header === undefined) throw new Error(`${path} is empty; its first line names the columns`)
  const types = new Map(columns)
  const unknown = columns.find(([name]) => !header.cells.includes(name))
  if (unknown !== undefined) throw new Error(`${path} has no column "${unknown[0]}"`)
  const odd = records.find(({ cells }) => cells.length !== header.cells.length)
  if (odd !== undefined)
    throw new Error(
      `${path}:${odd.line} has ${odd.cells.length} cells, and the first line ${header.cells.length}`,
    )
  return {
    columns: header.cells.map((name) => [name, types.get(name) ?? 'VARCHAR']),
    // CSV does not tell an empty text from none; a column of another type has no empty text.
    rows: records.map(({ cells }) =>
      cells.map((cell, at) => (cell === '' && types.has(header.cells[at]!) ? null : cell)),
    ),
  }
}

async function fill(
  warehouse: Warehouse,
  { name }: TableFixture,
  { columns, rows }: Content,
  options: StatementOptions,
): Promise<void> {
  const table = tableOf(name)
  await makeTable(warehouse, table, Object.fromEntries(columns), options)
  const filled = columns.map(([column, type]) => ({
    name: column,
    type: warehouse.typeSql(typeOf(type)),
    member: column,
    json: false,
  }))
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const elements = rows
      .slice(from, from + BATCH_ROWS)
      .map((row) => Object.fromEntries(row.map((cell, at) => [columns[at]![0], cell])))
    await warehouse.execute(warehouse.insertJsonSql(table, filled, JSON.stringify(elements)), options)
  }
}

/** Copies the files of a test into the folder that its environment has. */
export async function copyFiles({ files }: PipelineTest, folder: string, filesFolder: string): Promise<void> {
  await mkdir(filesFolder, { recursive: true })
  for (const { name, path } of files) {
    const place = join(filesFolder, name)
    await mkdir(dirname(place), { recursive: true })
    await copyFile(join(folder, path), place)
  }
}
