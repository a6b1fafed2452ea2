import type { Piece } from '../run.ts'
import { groupComponents } from './groups.ts'
import { joinComponents } from './joins.ts'
import { type Interpret, listOf, type NamedTable, rowComponents, wordOf } from './rows.ts'
import { setComponents } from './sets.ts'
import { columnOf, kept, type Meaning, named, select, type Table } from './table.ts'
import { windowComponents } from './windows.ts'

const components: Readonly<Record<string, Interpret>> = {
  ...rowComponents,
  ...groupComponents,
  ...windowComponents,
  ...joinComponents,
  ...setComponents,
}

/**
 * What a component makes of its inputs, as its documentation says: written without a look at the SQL that it
 * becomes. Throws Refused for what the documentation says is refused.
 */
export function interpret(
  meaning: Meaning,
  tables: ReadonlyMap<string, Table>,
  inputs: readonly NamedTable[],
  { type, parameters }: Piece,
): Table {
  if (type === 'table-input') {
    const table = tables.get(wordOf(parameters, 'targetTable'))!
    const names = [...listOf(parameters, 'columnNames')]
    const spelled = names.length === 0 ? table.columns.map(({ name }) => name) : names
    const made = kept(table, spelled).map((one, index) => ({
      ...one,
      column: named(columnOf(table, one.column.name), spelled[index]!),
    }))
    return select(meaning, made, table.rows)
  }
  return components[type]!(meaning, inputs, parameters)
}
