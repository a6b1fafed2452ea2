import type { Static } from 'typebox'
import type { LeadLagCall } from '../../../warehouses/sql-parts.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { columnOf, type Item, passed, selectItems, withItems } from '../columns.ts'
import { partitionBy, windowOrder } from '../ordering.ts'
import {
  type CompileContext,
  CompileError,
  type Input,
  onlyInput,
  type Relation,
  type RelationCompiler,
} from '../relation.ts'
import { declaration } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, parameters) {
    const input = onlyInput(context)
    const { warehouse } = context
    const { parts } = warehouse
    const functions = parameters.functions.map((row) => functionOf(context, input, row))
    const inputs = parameters.includeInputColumns === 'No' ? [] : passed(warehouse, input.columns)
    const ignoresNulls = parameters.ignoreNulls === 'Yes'
    if (ignoresNulls && parts.refusals.skippedNulls !== undefined)
      throw new CompileError(parts.refusals.skippedNulls)
    const window = windowOf(context, input, parameters)
    if (ignoresNulls && !parts.skipsNulls)
      return ofNumberedRows(warehouse, input, { inputs, functions, window })
    const items = functions.map(({ word, value, count, output }) => {
      const call = { word, value, count, ignoresNulls: ignoresNulls && count > 0 }
      return { sql: parts.leadLag(call, `${window.partition} ${window.order}`), name: output }
    })
    return selectItems(warehouse, withItems(warehouse, inputs, items), `from ${input.from}`)
  },
}

interface LeadLag extends Omit<LeadLagCall, 'ignoresNulls'> {
  readonly output: string
}

function functionOf({ warehouse }: CompileContext, input: Input, row: readonly string[]): LeadLag {
  const [kind = '', column = '', offset = '1', output = ''] = row
  const word = kind.trim().toLowerCase()
  if (word !== 'lead' && word !== 'lag') {
    throw new CompileError(`"${kind}" must be Lead or Lag`)
  }
  const count = offset.trim() === '' ? 1 : Number(offset)
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
    throw new CompileError(`The offset of "${column}" is "${offset}"; it must be a whole number from 0 up`)
  }
  const value = warehouse.parts.mayBeNull(warehouse.quoteName(columnOf(input, column)))
  return { word, value, count, output }
}

const windowOf = (context: CompileContext, input: Input, parameters: Parameters) => ({
  partition: partitionBy(context, input, parameters.partitionData),
  order: windowOrder(context, input, parameters.orderingsWithinPartitions, 'unorderedLeadLag'),
})

/**
 * Where LEAD and LAG take no IGNORE NULLS: each row counts the values before it that are not null, and so
 * knows the number of the one it takes. Rows that are equal in the order keep the one they were counted in.
 */
function ofNumberedRows(
  warehouse: Warehouse,
  input: Input,
  {
    inputs,
    functions,
    window: { partition, order },
  }: {
    readonly inputs: readonly Item[]
    readonly functions: readonly LeadLag[]
    readonly window: ReturnType<typeof windowOf>
  },
): Relation {
  const valuesTo = (value: string, end: string) =>
    `count(${value}) over (${partition} ${order} rows between unbounded preceding and ${end})`
  const numbers = functions.map(({ word, value, count }, index) => ({
    sql:
      word === 'lead'
        ? `${valuesTo(value, 'current row')} + ${count}`
        : `${valuesTo(value, '1 preceding')} - ${count - 1}`,
    name: `headrace_number_${index}`,
  }))
  const row = { sql: `row_number() over (${partition} ${order})`, name: 'headrace_row' }
  const all = [...passed(warehouse, input.columns), row, ...numbers]
  const numbered = selectItems(warehouse, all, `from ${input.from}`)
  const items = functions.map(({ value, count, output }, index) => {
    const number = `cast(nullif(greatest(headrace_number_${index}, 0), 0) as integer)`
    const values = `${partition} order by ${value} is null, headrace_row`
    const frame = 'rows between unbounded preceding and unbounded following'
    return {
      sql: count === 0 ? value : `nth_value(${value}, ${number}) over (${values} ${frame})`,
      name: output,
    }
  })
  const from = `from (\n${numbered.sql}\n) as headrace_numbered`
  return selectItems(warehouse, withItems(warehouse, inputs, items), from)
}
