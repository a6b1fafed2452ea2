import type { Cell, QueryColumn } from '../../../warehouses/warehouse.ts'
import type { Match } from './file-format.ts'

/**
 * The cells of `columns` by the names of members; undefined when no member is a column. A missing member is
 * null.
 */
export function rowOfMembers<T>(
  members: ReadonlyMap<string, T>,
  columns: readonly QueryColumn[],
  match: Match,
  cellOf: (member: T, column: QueryColumn) => Cell = (member) => member as Cell,
): Cell[] | undefined {
  const find = match === 'exact' ? (name: string) => members.get(name) : byAnyCase(members)
  let isAny = false
  const cells = columns.map((column) => {
    const member = find(column.name)
    if (member === undefined) return null
    isAny = true
    return cellOf(member, column)
  })
  return isAny ? cells : undefined
}

/**
 * The same for records that all have the members `names`, in this order: for each column the position of its
 * member, undefined where it has none; undefined altogether when no member is a column.
 */
export function positionsOfMembers(
  names: readonly string[],
  columns: readonly QueryColumn[],
  match: Match,
): readonly (number | undefined)[] | undefined {
  const positions = new Map(names.map((name, index) => [name, index]))
  const find = match === 'exact' ? (name: string) => positions.get(name) : byAnyCase(positions)
  const found = columns.map(({ name }) => find(name))
  return found.some((position) => position !== undefined) ? found : undefined
}

function byAnyCase<T>(members: ReadonlyMap<string, T>): (name: string) => T | undefined {
  let lower: ReadonlyMap<string, T> | undefined
  return (name) => {
    const exact = members.get(name)
    if (exact !== undefined) return exact
    lower ??= new Map([...members].map(([key, member]) => [key.toLowerCase(), member]))
    return lower.get(name.toLowerCase())
  }
}
