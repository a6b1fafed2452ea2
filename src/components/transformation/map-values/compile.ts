import { passed, selectItems, withItems } from '../columns.ts'
import { conditionsOn } from '../conditions.ts'
import { CompileError, onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { valueMap, columnName, other }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const { quoteText } = warehouse
    if (valueMap.length === 0) throw new CompileError('Value Map ("valueMap") is empty')
    const conditionOf = await conditionsOn(context, input)
    const cases = valueMap.map((row) => {
      const result = quoteText(row[4] ?? '')
      return `    when ${conditionOf(row.slice(0, 4))} then ${result}`
    })
    const otherwise = other === undefined ? 'null' : quoteText(other)
    const type = warehouse.typeSql({ type: 'VARCHAR' })
    const sql = warehouse.parts.cast(`case\n${cases.join('\n')}\n    else ${otherwise} end`, type)
    const items = withItems(warehouse, passed(warehouse, input.columns), [{ sql, name: columnName }])
    return selectItems(warehouse, items, `from ${input.from}`)
  },
}
