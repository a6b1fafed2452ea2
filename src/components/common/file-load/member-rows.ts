import type { Cell, QueryColumn } from '../../../warehouses/warehouse.ts'
import type { Match } from './file-format.ts'

/** The cells of `columns` by the names of members; undefined when no member is a column. A missing member is null. */
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

function byAnyCase<T>(members: ReadonlyMap<string, T>): (name: string) => T | undefined {
  let lower: ReadonlyMap<string, T> | undefined
  return (name) => {
    const exact = members.get(name)
    if (exact !== undefined) return exact
    lower ??= new Map([...members].map(([key, member]) => [key.toLowerCase(), member]))
    return lower.get(name.toLowerCase())
  }
}
