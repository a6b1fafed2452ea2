import type { Static } from 'typebox'
import { columnOf, type Item, passed, selectItems, withItems } from '../columns.ts'
import { orderBy, partitionBy, windowOrder } from '../ordering.ts'
import {
  type CompileContext,
  CompileError,
  type Input,
  onlyInput,
  type RelationCompiler,
} from '../relation.ts'
import { declaration } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, parameters) {
    const input = onlyInput(context)
    const { warehouse } = context
    const items = parameters.functions.map((row) => itemOf(context, input, parameters, row))
    const inputs = parameters.includeInputColumns === 'No' ? [] : passed(warehouse, input.columns)
    return selectItems(warehouse, withItems(warehouse, inputs, items), `from ${input.from}`)
  },
}

function itemOf(context: CompileContext, input: Input, parameters: Parameters, row: readonly string[]): Item {
  const [kind = '', column = '', offset = '1', output = ''] = row
  const word = kind.trim().toLowerCase()
  if (word !== 'lead' && word !== 'lag') {
    throw new CompileError(`"${kind}" must be Lead or Lag`)
  }
  const count = offset.trim() === '' ? 1 : Number(offset)
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
    throw new CompileError(`The offset of "${column}" is "${offset}"; it must be a whole number from 0 up`)
  }
  const { parts, quoteName } = context.warehouse
  const value = parts.mayBeNull(quoteName(columnOf(input, column)))
  const rows = parameters.orderingsWithinPartitions
  const partition = partitionBy(context, input, parameters.partitionData)
  const ordered = () => windowOrder(context, input, rows, 'unorderedLeadLag')
  if (parameters.ignoreNulls !== 'Yes' || count === 0) {
    return {
      sql: `${word}(${value}, ${count}) over (${partition} ${ordered()})`,
      name: output,
    }
  }
  if (parts.skipsNulls)
    return {
      sql: `${word}(${value}, ${count}) ignore nulls over (${partition} ${ordered()})`,
      name: output,
    }
  if (parts.refusals.skippedNulls !== undefined) throw new CompileError(parts.refusals.skippedNulls)
  // Not every database knows IGNORE NULLS here: the values that follow or precede, nulls left out, are an array. Both are
  // taken in the same order, for rows that are equal in it may stand differently in its reverse.
  const order = orderBy(context, input, rows)
  const values = `array_agg(${value}) filter (where ${value} is not null)`
  if (word === 'lead') {
    const following = `rows between 1 following and unbounded following`
    return { sql: `(${values} over (${partition} ${order} ${following}))[${count}]`, name: output }
  }
  const preceding = `(${values} over (${partition} ${order} rows between unbounded preceding and 1 preceding))`
  const length = `array_length(${preceding}, 1)`
  return {
    sql: `case when ${length} >= ${count} then ${preceding}[${length} - ${count - 1}] end`,
    name: output,
  }
}
