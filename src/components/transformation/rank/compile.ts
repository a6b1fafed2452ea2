import { passed, selectItems, withItems } from '../columns.ts'
import { orderBy, partitionBy, windowOrder } from '../ordering.ts'
import { CompileError, onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

/** The one that every database computes for rows without an order. */
const NUMBER = 'row_number()'

const functions: Readonly<Record<string, string>> = {
  'row number': NUMBER,
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
    const partition = partitionBy(context, input, parameters.partitionData)
    const windowOf = (sql: string) => {
      const rows = parameters.orderingWithinPartitions
      const order =
        sql === NUMBER
          ? orderBy(context, input, rows) || warehouse.parts.noOrder
          : windowOrder(context, input, rows, 'unorderedRanks')
      return [partition, order].filter((part) => part !== '').join(' ')
    }
    const items = parameters.functions.map(([name = '', output = '']) => {
      const sql = functions[name.trim().toLowerCase().replaceAll('_', ' ')]
      if (sql === undefined) {
        throw new CompileError(
          `"${name}" is not a ranking function; choose one of: ${Object.keys(functions).join(', ')}`,
        )
      }
      return { sql: `${sql} over (${windowOf(sql)})`, name: output }
    })
    const inputs = parameters.includeInputColumns === 'No' ? [] : passed(warehouse, input.columns)
    return selectItems(warehouse, withItems(warehouse, inputs, items), `from ${input.from}`)
  },
}
