import { success } from '../../common/outcome.ts'
import { withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** `${…}` is replaced unless `enableVariableResolution` is No. The row count is the sum of all changes. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const { sqlScript, enableVariableResolution = 'Yes' } = parameters
    const sql = enableVariableResolution === 'No' ? sqlScript : await context.resolve(sqlScript)
    const { rowCount, changes } = await warehouse.execute(sql, options)
    return success(undefined, { rowCount, changes })
  }),
)
