import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import { type Columns, makeTable, tableOf } from '../../../warehouses/make-table.ts'
import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'

const hint =
  'A file of tables looks like `orders: { id: INTEGER, amount: "NUMBER(10,2)" }`, one line per table.'

/**
 * Makes the tables that `file` describes: the statements of a `.sql` file, or names of tables with their
 * columns and types in YAML or JSON. Throws Failure that says what is wrong.
 */
export async function makeTables(
  warehouse: Warehouse,
  file: string,
  cwd: string,
  options: StatementOptions,
): Promise<void> {
  const text = readText(file, cwd)
  try {
    if (/\.sql$/i.test(file)) await warehouse.execute(text, options)
    else
      for (const [name, columns] of await tablesOf(text, file))
        await makeTable(warehouse, name, columns, options)
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error
    throw new Failure(`The tables of ${file} could not be created: ${error.message}`)
  }
}

async function tablesOf(text: string, file: string): Promise<readonly (readonly [TableName, Columns])[]> {
  const { parse } = await import('yaml')
  let content: unknown
  try {
    content = parse(text)
  } catch (error) {
    throw new Failure(`The file of tables ${file} is not valid: ${errorText(error)}`, { hint })
  }
  if (!isObject(content)) throw new Failure(`The file ${file} does not describe tables.`, { hint })
  return Object.entries(content).map(([name, columns]) => [tableOf(name), columnsOf(name, columns, file)])
}

function columnsOf(table: string, stated: unknown, file: string): Columns {
  if (!isObject(stated) || Object.keys(stated).length === 0)
    throw new Failure(`The file ${file} does not say which columns ${table} has.`, { hint })
  for (const [column, type] of Object.entries(stated))
    if (typeof type !== 'string')
      throw new Failure(`The file ${file} does not say which type ${table}.${column} has.`, { hint })
  return stated as Columns
}

function readText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new Failure(`The file of tables ${file} could not be read: ${errorText(error)}.`)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
