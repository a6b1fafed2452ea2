import { passed, selectItems, withItems } from '../columns.ts'
import { partitionBy, windowOrder } from '../ordering.ts'
import { CompileError, onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

const functions: Readonly<Record<string, string>> = {
  'row number': 'row_number()',
  rank: 'rank()',
  'dense rank': 'dense_rank()',
  'percent rank': 'percent_rank()',
  'cume dist': 'cume_dist()',
  'cumulative distribution': 'cume_dist()',
}

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, parameters) {
    const input = onlyInput(context)
    const { warehouse } = context
    const window = [
      partitionBy(context, input, parameters.partitionData),
      windowOrder(context, input, parameters.orderingWithinPartitions),
    ].filter((part) => part !== '')
    const items = parameters.functions.map(([name = '', output = '']) => {
      const sql = functions[name.trim().toLowerCase().replaceAll('_', ' ')]
      if (sql === undefined) {
        throw new CompileError(
          `"${name}" is not a ranking function; choose one of: ${Object.keys(functions).join(', ')}`,
        )
      }
      return { sql: `${sql} over (${window.join(' ')})`, name: output }
    })
    const inputs = parameters.includeInputColumns === 'No' ? [] : passed(warehouse, input.columns)
    return selectItems(warehouse, withItems(warehouse, inputs, items), `from ${input.from}`)
  },
}
