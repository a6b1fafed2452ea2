import type { Grid, ParameterValue } from '../model.ts'
import { isList, isMapping, textOrJson } from '../parse-shapes.ts'
import { variableNameFault } from '../parse-variable.ts'
import type { CallerValues, RunVariable } from '../variables.ts'
import type { Block } from './block.ts'
import type { FileFixture, TableFixture, WebhookFixture } from './model.ts'

/** Project variables: a number, a text, or a block of `columns` and `rows` for a grid. */
export function projectVariablesOf(block: Block): readonly RunVariable[] {
  return block.names().map((name) => {
    const fault = variableNameFault(name)
    if (fault !== undefined) block.fault(name, fault)
    const value = block.value(name)
    const shared = { name, scope: 'COPIED' as const }
    if (isMapping(value)) return { ...shared, type: 'GRID', ...gridOf(block.block(name, `The grid ${name}`)) }
    if (typeof value === 'number') return { ...shared, type: 'NUMBER', columns: [], value }
    if (isList(value))
      block.fault(name, `The variable ${name} is a list`, 'Write a grid as a block of columns and rows')
    return { ...shared, type: 'TEXT', columns: [], value: isList(value) ? '' : textOrJson(value) }
  })
}

function gridOf(block: Block): Pick<RunVariable, 'columns' | 'value'> {
  block.allow('columns', 'rows')
  const columns = block.texts('columns') ?? []
  if (columns.length === 0) block.fault('columns', 'A grid needs the names of its columns')
  return { columns, value: textRows(block.rows('rows') ?? []) }
}

const textRows = (rows: readonly (readonly ParameterValue[])[]): Grid =>
  rows.map((row) => row.map((cell) => textOrJson(cell)))

/** What the test sets as a caller of the pipeline would: single values, and lists of rows for grids. */
export function callerValuesOf(block: Block): CallerValues {
  const scalars: Record<string, string | number> = {}
  const grids: Record<string, Grid> = {}
  for (const name of block.names()) {
    const value = block.value(name)
    if (isList(value)) grids[name] = textRows(block.rows(name) ?? [])
    else if (typeof value === 'number') scalars[name] = value
    else scalars[name] = block.text(name) ?? ''
  }
  return { scalars, grids }
}

/** Values by names, e.g. those of secrets. */
export const textsOf = (block: Block): Readonly<Record<string, string>> =>
  Object.fromEntries(block.names().map((name) => [name, block.text(name) ?? '']))

/** `folder` is that of the test. */
export function tablesOf(block: Block, folder: string): readonly TableFixture[] {
  return block
    .blocks((name) => `The table ${name}`)
    .map(({ name, block: table }) => {
      table.allow('columns', 'rows', 'file')
      if (name.split('.').length > 2 || name.split('.').includes(''))
        table.fault(undefined, `"${name}" is not the name of a table`, 'Write table or schema.table')
      const types = table.block('columns', `The columns of ${name}`)
      const columns = types.names().map((column) => [column, typeOf(types, column)] as const)
      const path = pathOf(table, 'file', folder)
      if (path !== undefined && table.has('rows'))
        table.fault('rows', `The table ${name} has rows and a file`, 'Keep one of them')
      if (path === undefined && columns.length === 0)
        table.fault(undefined, `The table ${name} does not list its columns`, columnsHint)
      const rows = path === undefined ? (table.rows('rows') ?? []) : []
      const odd = rows.findIndex((row) => row.length !== columns.length)
      if (odd >= 0)
        table.fault(
          'rows',
          `Row ${odd + 1} of ${name} has ${rows[odd]!.length} cells, and the table ${columns.length} columns`,
        )
      return { name, columns, rows, path, line: table.line }
    })
}

function typeOf(types: Block, column: string): string {
  const type = types.text(column)
  if (type === undefined) types.fault(column, `The column ${column} has no type`)
  return type ?? 'VARCHAR'
}

const columnsHint = 'Write columns: { id: INTEGER, region: VARCHAR }'

export function filesOf(block: Block, folder: string): readonly FileFixture[] {
  return block.names().flatMap((name) => {
    if (/^\/|^\.\.$|\.\.\/|\/\.\.$|\\/.test(name))
      block.fault(name, `"${name}" is not the name of a file in the folder of the environment`)
    const path = pathOf(block, name, folder)
    return path === undefined ? [] : [{ name, path, line: block.lineOf(name) }]
  })
}

/** A path that is stated relative to the test, from the top of the repository. */
function pathOf(block: Block, key: string, folder: string): string | undefined {
  const stated = block.text(key)
  if (stated === undefined) return undefined
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...stated.split('/')]) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) block.fault(key, `"${stated}" leads out of the repository`)
  }
  if (stated.startsWith('/')) block.fault(key, `"${stated}" is not relative to the test`)
  return parts.join('/')
}

export function webhooksOf(block: Block): readonly WebhookFixture[] {
  return block
    .blocks((name) => `The webhook ${name}`)
    .map(({ name, block: webhook }) => {
      webhook.allow('url', 'status', 'body')
      const url = webhook.text('url') ?? ''
      if (!URL.canParse(url) || !/^https?:/.test(url))
        webhook.fault('url', `The webhook ${name} needs the url that the pipeline calls`)
      const body = webhook.exact('body')
      const status = webhook.integer('status', 200, 599) ?? 200
      return { name, url, status, body: textOrJson(body), line: webhook.line }
    })
}
