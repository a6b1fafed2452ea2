import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { shownTable } from '../../common/sql.ts'
import { type Field, fieldsFor } from './fields.ts'
import { withFittingNames } from './fitting-names.ts'
import type { CreateMode } from './settings.ts'

interface Target {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly table: TableName
  readonly mode: CreateMode
}

/**
 * The fields under names that the database takes, and as the table has them that their rows are added to; as
 * they are for a table that is made. Notes the columns that no field is for. Throws WarehouseError for a
 * field that the table has no column for.
 */
export async function fieldsInto(
  { warehouse, options, table, mode }: Target,
  given: readonly Field[],
): Promise<readonly Field[]> {
  const fields = withFittingNames(warehouse, given, options)
  if (mode !== 'APPEND' && mode !== 'TRUNCATE_AND_INSERT') return fields
  const there = await warehouse.describe(table, options)
  if (there === undefined) return fields
  const keysOf = (named: readonly { readonly name: string }[]) =>
    new Set(named.map(({ name }) => warehouse.nameKey(name)))
  const [taken, filled] = [keysOf(there), keysOf(fields)]
  const lacking = fields.find(({ name }) => !taken.has(warehouse.nameKey(name)))
  if (lacking !== undefined)
    throw new WarehouseError(
      `${shownTable(table)} has no column "${lacking.name}", which the rows have; it has ${there.map(({ name }) => name).join(', ')}. ` +
        'Add the column, leave it out of what is read, or have the table created again',
    )
  const left = there.filter(({ name }) => !filled.has(warehouse.nameKey(name))).map(({ name }) => `"${name}"`)
  if (left.length > 0)
    options.note?.(
      `Not in the rows, so they get their default or null in ${shownTable(table)}: ${left.join(', ')}`,
    )
  return fieldsFor(fields, there, warehouse)
}
