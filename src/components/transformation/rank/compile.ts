import { passed, selectItems, withItems } from '../columns.ts'
import { orderBy, partitionBy, windowOrder } from '../ordering.ts'
import { CompileError, onlyInput, type RelationCompiler } from '../relation.ts'
import { rankWords } from '../words.ts'
import { declaration } from './properties.ts'

/** The one that every database computes for rows without an order. */
const NUMBER = 'row_number()'
const CUME_DIST = 'cume_dist()'

const functions: Readonly<Record<(typeof rankWords)[number], string>> = {
  'row number': NUMBER,
  rank: 'rank()',
  'dense rank': 'dense_rank()',
  'percent rank': 'percent_rank()',
  'cume dist': CUME_DIST,
  'cumulative distribution': CUME_DIST,
}

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, parameters) {
    const input = onlyInput(context)
    const { warehouse } = context
    const partition = partitionBy(context, input, parameters.partitionData)
    const over = (sql: string) => {
      const rows = parameters.orderingWithinPartitions
      const order =
        sql === NUMBER
          ? orderBy(context, input, rows) || warehouse.parts.noOrder
          : windowOrder(context, input, rows, 'unorderedRanks')
      if (sql === CUME_DIST) return warehouse.parts.cumeDist(partition, order)
      return `${sql} over (${[partition, order].filter((part) => part !== '').join(' ')})`
    }
    const items = parameters.functions.map(([name = '', output = '']) => {
      const known = rankWords.find((word) => word === name.trim().toLowerCase().replaceAll('_', ' '))
      if (known === undefined) {
        throw new CompileError(`"${name}" is not a ranking function; choose one of: ${rankWords.join(', ')}`)
      }
      return { sql: over(functions[known]), name: output }
    })
    const inputs = parameters.includeInputColumns === 'No' ? [] : passed(warehouse, input.columns)
    return selectItems(warehouse, withItems(warehouse, inputs, items), `from ${input.from}`)
  },
}
