import type {
  ColumnDefinition,
  StatementOptions,
  TableDefinition,
  TableName,
  Warehouse,
} from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
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
    const definition = {
      mode,
      columns: columns?.map(columnOf) ?? tableMetadata?.map(columnOfMetadata) ?? [],
      primaryKeys,
    }
    const isTransactionOpen = context.transaction.isOpen()
    const isMade = await create({ warehouse, options, name, definition, isTransactionOpen })
    return success(
      isMade
        ? `Created table ${shownTable(name)}`
        : `Table ${shownTable(name)} exists already and was left as it is`,
    )
  }),
)

interface Creation {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly name: TableName
  readonly definition: TableDefinition
  readonly isTransactionOpen: boolean
}

/**
 * Answers whether it has made the table: one that is to be made unless it exists may be there, or be made
 * meanwhile by others.
 */
async function create({
  warehouse,
  options,
  name,
  definition,
  isTransactionOpen,
}: Creation): Promise<boolean> {
  const isOptional = definition.mode === 'create-if-not-exists'
  // The database tells by its refusal that the table is there; in an open transaction that would take all of
  // it.
  const mode = isOptional && !isTransactionOpen ? 'create' : definition.mode
  const sql = warehouse.createTableSql(name, { ...definition, mode })
  const isThere = async () => isOptional && (await warehouse.describe(name, options)) !== undefined
  if (await isThere()) return false
  try {
    await warehouse.execute(sql, { ...options, isFramed: true })
    return true
  } catch (error) {
    if (!(error instanceof WarehouseError) || isTransactionOpen || !(await isThere())) throw error
    return false
  }
}

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
