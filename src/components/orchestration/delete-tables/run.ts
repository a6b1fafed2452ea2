import { success } from '../../common/outcome.ts'
import { tableName, withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** Drops the tables one after another. One that is not there fails the step unless `ignoreMissing` is Yes. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const { targetTable, ignoreMissing = 'No' } = parameters
    const unlessMissing = ignoreMissing === 'Yes' ? 'if exists ' : ''
    const statements = targetTable.map(
      (table) => `drop table ${unlessMissing}${warehouse.quoteTable(tableName(parameters, table))}`,
    )
    if (statements.length > 0) await warehouse.execute(statements.join(';\n'), options)
    return success(`Deleted: ${targetTable.join(', ')}`)
  }),
)
