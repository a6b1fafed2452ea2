import type { ColumnDefinition, TableDefinition } from '../../../warehouses/warehouse.ts'
import { failure, success } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

const modes: Readonly<Record<string, TableDefinition['mode']>> = {
  Create: 'create',
  'Create if not exists': 'create-if-not-exists',
  Replace: 'replace',
}

/** The warehouse says what the field's types and modes are in its dialect. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const {
      createMethod,
      createReplace,
      table,
      newTableName,
      columns,
      tableMetadata,
      primaryKeys = [],
    } = parameters
    const name = tableName(parameters, table ?? newTableName ?? '')
    if (name.table.trim() === '') return failure('Table Name ("table") is missing')
    const mode = modes[createMethod ?? createReplace ?? 'Create'] ?? 'create'
    const sql = warehouse.createTableSql(name, {
      mode,
      columns: columns?.map(columnOf) ?? tableMetadata?.map(columnOfMetadata) ?? [],
      primaryKeys,
    })
    await warehouse.execute(sql, options)
    const exists = mode === 'create-if-not-exists'
    return success(exists ? `Table ${shownTable(name)} exists` : `Created table ${shownTable(name)}`)
  }),
)

/** Databricks' columns: name, type, size, precision and comment. */
const columnOfMetadata = ([
  name = '',
  type = '',
  size = '',
  precision = '',
  comment = '',
]: readonly string[]) => columnOf([name, type, size, precision, '', '', '', comment])

function columnOf(row: readonly string[]): ColumnDefinition {
  const [name = '', type = '', size, precision, defaultValue, notNull, unique, comment] = row
  return {
    name,
    type: type.trim() === '' ? 'VARCHAR' : type.trim(),
    size: given(size),
    precision: given(precision),
    defaultValue: given(defaultValue),
    notNull: isYes(notNull),
    unique: isYes(unique),
    comment: given(comment),
  }
}

const given = (cell: string | undefined) => (cell?.trim() === '' ? undefined : cell)
const isYes = (cell: string | undefined) => cell?.trim().toLowerCase() === 'yes'
