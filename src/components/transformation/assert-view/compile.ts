import { columnDeviations } from '../../common/column-deviations.ts'
import { numberComparisons } from '../../common/number-comparisons.ts'
import { passed, selectItems } from '../columns.ts'
import { isTrue } from '../common-properties.ts'
import { CompileError, onlyInput, type SinkCompiler, typedColumns } from '../relation.ts'
import { type AssertViewParameters, declaration } from './properties.ts'

/**
 * A sink that writes nothing: it runs after the sinks that it reads from, and before those that read from it.
 */
export const compiler: SinkCompiler<typeof declaration.properties> = {
  declaration,
  async sink(context, parameters) {
    const input = onlyInput(context)
    const { metadata = [], ignoreMetadataOrder } = parameters
    if (metadata.length > 0) {
      const columns = await typedColumns(context, input)
      const deviations = columnDeviations(context.warehouse, metadata, columns)
      const names = columns.map(({ name }) => name.toLowerCase())
      const isOrdered = metadata.every(([name = ''], index) => name.toLowerCase() === names[index])
      if (deviations.length > 0) throw new CompileError(deviations.join('. '))
      if (!isOrdered && !isTrue(ignoreMetadataOrder)) {
        throw new CompileError(`The columns are in another order: ${input.columns.join(', ')}`)
      }
    }
    return {
      sql: context.query(`select count(*) from ${input.from}`),
      counted: false,
      deviation: (count) => deviationOf(count, parameters),
      message: (count) => `${count} rows, as asserted`,
    }
  },
  written(context) {
    const input = onlyInput(context)
    return selectItems(context.warehouse, passed(context.warehouse, input.columns), `from ${input.from}`)
  },
}

/** What is wrong with the number of rows; undefined when nothing is, and when nothing is stated of it. */
function deviationOf(count: number, parameters: AssertViewParameters): string | undefined {
  const {
    rowCountComparisonType: comparison = 'Equal To',
    rowCountValue,
    lowerValue,
    upperValue,
  } = parameters
  if (comparison === 'Range') {
    const [least, most] = [Number(lowerValue), Number(upperValue)]
    return count >= least && count <= most
      ? undefined
      : `There are ${count} rows; expected ${least} to ${most}`
  }
  const stated = [rowCountValue, lowerValue, upperValue].find((one) => (one ?? '') !== '')
  if (stated === undefined || numberComparisons[comparison]?.(count, Number(stated))) return undefined
  return `There are ${count} rows; expected ${comparison} ${stated}`
}
