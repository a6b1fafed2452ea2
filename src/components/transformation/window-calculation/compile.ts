import type { Static } from 'typebox'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { aggregateNamed } from '../aggregates.ts'
import { columnOf, passed, selectItems, withItems } from '../columns.ts'
import { orderBy, partitionBy } from '../ordering.ts'
import {
  type CompileContext,
  CompileError,
  onlyInput,
  type RelationCompiler,
  typedColumns,
} from '../relation.ts'
import { windowWords } from '../words.ts'
import { declaration } from './properties.ts'

type Given = Static<typeof declaration.properties>

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, parameters) {
    const input = onlyInput(context)
    const { warehouse } = context
    const window = windowOf(context, parameters)
    const types = new Map((await typedColumns(context, input)).map((one) => [one.name, one.type]))
    const items = parameters.functions.map(([word = '', column = '', output = '']) => {
      const found = columnOf(input, column)
      const type = types.get(found) ?? ''
      const sql = functionSql(warehouse, word, warehouse.quoteName(found), type, ` over (${window})`)
      return { sql, name: output }
    })
    const inputs = parameters.includeInputColumns === 'No' ? [] : passed(warehouse, input.columns)
    return selectItems(warehouse, withItems(warehouse, inputs, items), `from ${input.from}`)
  },
}

const ends: ReadonlyMap<string, 'first' | 'last'> = new Map([
  ['first value', 'first'],
  ['last value', 'last'],
])

function functionSql({ parts }: Warehouse, word: string, column: string, type: string, over: string): string {
  const name = word.trim().toLowerCase().replaceAll('_', ' ')
  const end = ends.get(name)
  if (end !== undefined) return `${parts.windowEnd(end, column)}${over}`
  if (!windowWords.includes(name))
    throw new CompileError(`"${word}" cannot be computed over a window of rows`)
  return aggregateNamed(name).sql(column, type, parts, over)
}

/** Rows are counted, not values: rows with equal ordering values are different rows. */
function windowOf(context: CompileContext, parameters: Given): string {
  const { lowerBound = 'unbounded preceding', upperBound = 'unbounded following' } = parameters
  const input = onlyInput(context)
  const order = orderBy(context, input, parameters.orderingWithinPartitions)
  const isWhole = lowerBound === 'unbounded preceding' && upperBound === 'unbounded following'
  if (order === '' && !isWhole) {
    throw new CompileError(
      'Its bounds need an order of the rows: set Ordering Within Partitions ("orderingWithinPartitions")',
    )
  }
  const from = lowerBound.replace('offset', parameters.lowerBoundOffset ?? '')
  const to = upperBound.replace('offset', parameters.upperBoundOffset ?? '')
  const ordered = order || context.warehouse.parts.noOrder
  // Without an order a window is the whole partition, and Redshift takes no frame.
  const frame = ordered === '' ? '' : `rows between ${from} and ${to}`
  return [partitionBy(context, input, parameters.partitionData), ordered, frame]
    .filter((part) => part !== '')
    .join(' ')
}
