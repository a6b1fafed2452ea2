import { digitsOf, kindOf } from '../../../warehouses/type-kinds.ts'
import { columnOf, passed, selectItems, withItems } from '../columns.ts'
import { onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { conversions }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const types = new Map((await typedColumns(context, input)).map((one) => [one.name, one.type]))
    const items = conversions.map(([column = '', type = '', size, precision]) => {
      const name = columnOf(input, column)
      const from = types.get(name) ?? ''
      const to = warehouse.typeSql({ type: type.trim(), size, precision, places: placesOf(from) })
      return { sql: warehouse.castSql(warehouse.quoteName(name), from, to), name }
    })
    return selectItems(
      warehouse,
      withItems(warehouse, passed(warehouse, input.columns), items),
      `from ${input.from}`,
    )
  },
}

/** Decimal places of values of this type, where it says so. */
const placesOf = (type: string): number | undefined =>
  ['integer', 'boolean'].includes(kindOf(type)) ? 0 : digitsOf(type)?.behind
