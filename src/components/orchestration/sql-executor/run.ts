import { failure, success } from '../../common/outcome.ts'
import { withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration, isFile } from './properties.ts'

/** `${…}` is replaced unless `enableVariableResolution` is No. The row count is the sum of all changes. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const { scriptLocation, sqlScript = '', fileName = '', enableVariableResolution = 'Yes' } = parameters
    const script = isFile(scriptLocation) ? context.versionFile(fileName) : sqlScript
    if (script === undefined)
      return failure(`The version has no file "${fileName}"; publish it with the pipelines`)
    const sql = enableVariableResolution === 'No' ? script : await context.resolve(script)
    const { rowCount, changes, queryId } = await warehouse.execute(sql, options)
    return success(undefined, { rowCount, changes, queryId })
  }),
)
