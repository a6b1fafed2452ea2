import type { Warehouse } from '../../warehouses/warehouse.ts'
import { CompileError, type Relation } from './relation.ts'

interface Columns {
  readonly columns: readonly string[]
}

/**
 * The column as the input spells it: as written, or else in any case, because files were written for
 * databases that change the case of names. Throws CompileError when no column matches.
 */
export const columnOf = (input: Columns, name: string): string => columnsOf(input, [name])[0] ?? name

/** The same for several; the fault names every one that is not there. */
export function columnsOf({ columns }: Columns, names: readonly string[]): readonly string[] {
  const found = names.map((name) => findColumn(columns, name))
  const missing = names.filter((_, index) => found[index] === undefined)
  if (missing.length === 0) return found as string[]
  const list = missing.map((name) => `"${name}"`).join(', ')
  throw new CompileError(`There is no column ${list}; the columns are ${columns.join(', ')}`)
}

/** As `columnOf`, but undefined when no column matches. */
export function findColumn(columns: readonly string[], name: string): string | undefined {
  if (columns.includes(name)) return name
  const lower = name.toLowerCase()
  return columns.find((column) => column.toLowerCase() === lower)
}

/** One column of a SELECT. */
export interface Item {
  readonly sql: string
  readonly name: string
}

type Naming = Pick<Warehouse, 'quoteName' | 'nameKey'>

/** Columns handed on as they are. */
export const passed = ({ quoteName }: Pick<Warehouse, 'quoteName'>, columns: readonly string[]): Item[] =>
  columns.map((name) => ({ sql: quoteName(name), name }))

/**
 * `select items` with `rest` (from, where, …) behind it. Throws CompileError when two columns would have one
 * name, one would have none, or there would be no column.
 */
export function selectItems(
  { quoteName, nameKey }: Naming,
  items: readonly Item[],
  ...rest: string[]
): Relation {
  if (items.length === 0) throw new CompileError('It would have no columns')
  const columns = items.map(({ name }) => name)
  if (columns.includes('')) throw new CompileError('One of its columns would have no name; give it one')
  const keys = columns.map(nameKey)
  const twice = columns.filter((_, index) => keys.indexOf(keys[index]!) !== index)
  if (twice.length > 0) {
    const list = [...new Set(twice)].map((name) => `"${name}"`).join(', ')
    throw new CompileError(`Several of its columns would be named ${list}; give each its own name`)
  }
  const lines = items.map(({ sql, name }) =>
    sql === quoteName(name) ? `  ${sql}` : `  ${sql} as ${quoteName(name)}`,
  )
  return { sql: [`select\n${lines.join(',\n')}`, ...rest.filter((one) => one !== '')].join('\n'), columns }
}

/**
 * Items, in which those of `more` replace the ones of the same name, and new ones follow. Two of `more` with
 * one name are both kept, so that `selectItems` refuses them.
 */
export function withItems(
  { nameKey }: Pick<Warehouse, 'nameKey'>,
  items: readonly Item[],
  more: readonly Item[],
): Item[] {
  const changed = Map.groupBy(more, ({ name }) => nameKey(name))
  const kept = items.flatMap((item) => changed.get(nameKey(item.name)) ?? item)
  const names = new Set(items.map(({ name }) => nameKey(name)))
  return [...kept, ...more.filter(({ name }) => !names.has(nameKey(name)))]
}
