import { columnsOf, selectItems } from '../columns.ts'
import { jsonText } from '../json-text.ts'
import { onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { columnMappings, outputSlot }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const columns = await typedColumns(context, input)
    const names = columnsOf(
      input,
      columnMappings.map(([column = '']) => column),
    )
    const members = names.map((name, index) => {
      const type = columns.find((one) => one.name === name)?.type ?? ''
      const key = JSON.stringify(columnMappings[index]?.[1] || name)
      // Null with a null, which the list leaves out.
      return `${warehouse.quoteText(`${key}:`)} || ${jsonText(warehouse, warehouse.quoteName(name), type)}`
    })
    const text = members.length === 0 ? `''` : warehouse.parts.commaList(members)
    const sql = warehouse.json.parse(`'{' || ${text} || '}'`)
    return selectItems(warehouse, [{ sql, name: outputSlot }], `from ${input.from}`)
  },
}
