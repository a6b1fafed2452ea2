import { type Cell, type Column, compare, keyOf, Refused } from './cells.ts'
import { commonColumn, type Interpret, listOf, type NamedTable, rowsOf, wordOf } from './rows.ts'
import {
  checkedColumns,
  checkReads,
  columnOf,
  type Expression,
  named,
  positionOf,
  type Table,
} from './table.ts'

interface Part {
  readonly alias: string
  readonly table: NamedTable
}

/** One row of each part so far; undefined where an outer join found none. */
type Joined = readonly (readonly Cell[] | undefined)[]

const join: Interpret = (meaning, inputs, given) => {
  const tableOf = (name: string) => inputs.find(({ component }) => component === name)!
  const parts: Part[] = [
    { alias: wordOf(given, 'mainTableAlias'), table: tableOf(wordOf(given, 'mainTable')) },
  ]
  let rows: Joined[] = parts[0]!.table.rows.map((row) => [row])
  for (const [index, [component = '', alias = '', kind = '']] of rowsOf(given, 'joins').entries()) {
    const part = { alias, table: tableOf(component) }
    if (parts.some((one) => meaning.nameKey(one.alias) === meaning.nameKey(alias)))
      throw new Refused('one alias twice')
    parts.push(part)
    const sql = rowsOf(given, 'joinExpressions')[index]?.[0] ?? ''
    const condition = kind === 'Cross' ? undefined : meaning.expressions.get(sql)
    if (condition !== undefined) checkReads(condition, (name) => columnIn(parts, name).kind)
    rows = joined(parts, rows, condition, kind)
  }
  const outputs = outputsOf(meaning.nameKey, parts, rowsOf(given, 'columnMappings'))
  const columns = checkedColumns(
    meaning,
    outputs.map(({ column }) => column),
  )
  return { columns, rows: rows.map((row) => outputs.map(({ part, at }) => row[part]?.[at] ?? null)) }
}

function joined(
  parts: readonly Part[],
  left: readonly Joined[],
  condition: Expression | undefined,
  kind: string,
): Joined[] {
  const right = parts.at(-1)!.table.rows
  const fits = (row: Joined) =>
    condition === undefined || condition.evaluate((name) => cellIn(parts, row, name)) === true
  const matched = new Set<number>()
  const rows = left.flatMap((row) => {
    const found = right.flatMap((other, index) => {
      if (!fits([...row, other])) return []
      matched.add(index)
      return [[...row, other]]
    })
    return found.length === 0 && ['Left', 'Full'].includes(kind) ? [[...row, undefined]] : found
  })
  const lonely = right.filter((_, index) => !matched.has(index))
  const nothing = parts.slice(1).map(() => undefined)
  return ['Right', 'Full'].includes(kind) ? [...rows, ...lonely.map((row) => [...nothing, row])] : rows
}

function columnIn(parts: readonly Part[], name: string): Column {
  const { alias, table } = parts.find((part) => name.startsWith(`${part.alias}.`))!
  return columnOf(table, name.slice(alias.length + 1))
}

/** The cell of `alias.column`. */
function cellIn(parts: readonly Part[], row: Joined, name: string): Cell {
  const index = parts.findIndex(({ alias }) => name.startsWith(`${alias}.`))
  const { alias, table } = parts[index]!
  return row[index]?.[positionOf(table, name.slice(alias.length + 1))] ?? null
}

function outputsOf(
  nameKey: (name: string) => string,
  parts: readonly Part[],
  mappings: readonly (readonly string[])[],
): readonly { readonly column: Column; readonly part: number; readonly at: number }[] {
  if (mappings.length > 0) {
    return mappings.map(([source = '', output = '']) => {
      const part = parts.findIndex(({ alias }) => source.startsWith(`${alias}.`))
      const at = positionOf(parts[part]!.table, source.slice(parts[part]!.alias.length + 1))
      return { column: named(parts[part]!.table.columns[at]!, output), part, at }
    })
  }
  const all = parts.flatMap(({ table }, part) => table.columns.map((column, at) => ({ column, part, at })))
  const keys = all.map(({ column }) => nameKey(column.name))
  return all.filter((_, index) => keys.indexOf(keys[index]!) === index)
}

const detectChanges: Interpret = (meaning, inputs, given) => {
  const master = inputs.find(({ component }) => component === wordOf(given, 'masterTable'))!
  const second = inputs.find((input) => input !== master)!
  const [keys, compared] = [listOf(given, 'matchKeys'), listOf(given, 'compareColumns')]
  const cells = (table: Table, row: readonly Cell[], names: readonly string[]): readonly Cell[] =>
    names.map((name) => row[positionOf(table, name)] ?? null)
  const withKeys = (table: Table) => table.rows.filter((row) => !cells(table, row, keys).includes(null))
  const [old, now] = [withKeys(master), withKeys(second)]
  const isSame = (a: readonly Cell[], b: readonly Cell[]) =>
    keys.every((_, index) => compare(cells(master, a, keys)[index]!, cells(second, b, keys)[index]!) === 0)
  const outputs = [...keys, ...compared.filter((name) => !keys.includes(name))]
  const both = old.flatMap((a) =>
    now
      .filter((b) => isSame(a, b))
      .map((b) => {
        const isEqual = keyOf(cells(master, a, compared)) === keyOf(cells(second, b, compared))
        return [...cells(second, b, outputs), isEqual ? 'I' : 'C']
      }),
  )
  const deleted = old
    .filter((a) => !now.some((b) => isSame(a, b)))
    .map((a) => [...cells(master, a, outputs), 'D'])
  const added = now
    .filter((b) => !old.some((a) => isSame(a, b)))
    .map((b) => [...cells(second, b, outputs), 'N'])
  const columns = outputs.map((name) =>
    named(commonColumn([columnOf(master, name), columnOf(second, name)]), name),
  )
  const indicator: Column = { name: wordOf(given, 'indicatorColumn', 'Indicator'), kind: 'text', places: 0 }
  return { columns: checkedColumns(meaning, [...columns, indicator]), rows: [...both, ...deleted, ...added] }
}

/** Components of several sources. */
export const joinComponents: Readonly<Record<string, Interpret>> = { join, 'detect-changes': detectChanges }
