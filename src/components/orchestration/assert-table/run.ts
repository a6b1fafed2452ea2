import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { columnDeviations } from '../../common/column-deviations.ts'
import { numberComparisons } from '../../common/number-comparisons.ts'
import { numberOf } from '../../common/numbers.ts'
import { failure, success } from '../../common/outcome.ts'
import { readRows, shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { type AssertTableParameters, declaration } from './properties.ts'

/** Checks all that is stated and lists every deviation. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const name = tableName(parameters, parameters.tableName ?? parameters.targetTable ?? '')
    const columns = await warehouse.describe(name, options)
    if (parameters.exists === 'No') {
      const there = `Table ${shownTable(name)} exists, and should not`
      return columns === undefined ? success() : failure(there)
    }
    if (columns === undefined) return failure(`Table ${shownTable(name)} does not exist`)
    const { tableMetadata = [] } = parameters
    const deviations = [
      ...(tableMetadata.length > 0 ? columnDeviations(warehouse, tableMetadata, columns) : []),
      ...(await rowCountDeviations(warehouse, name, parameters, options)),
    ]
    return deviations.length > 0 ? failure(deviations.join('. ')) : success()
  }),
)

/** Nothing is counted when no number is stated. */
async function rowCountDeviations(
  warehouse: Warehouse,
  name: TableName,
  { rowCountComparisonType: comparison = 'Equal To', rowCountValue = '' }: AssertTableParameters,
  options: StatementOptions,
): Promise<readonly string[]> {
  if (rowCountValue.trim() === '') return []
  const stated = numberOf(rowCountValue)
  if (stated === undefined) return [`Row Count Value is "${rowCountValue}"; it must be a number`]
  const { rows } = await readRows(warehouse, `select count(*) from ${warehouse.quoteTable(name)}`, 1, options)
  const actual = Number(rows[0]?.[0])
  if (numberComparisons[comparison]?.(actual, stated)) return []
  return [`Table ${shownTable(name)} has ${actual} rows; expected ${comparison} ${stated}`]
}
