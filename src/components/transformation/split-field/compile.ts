import { columnOf, passed, selectItems, withItems } from '../columns.ts'
import { isFalse } from '../common-properties.ts'
import { CompileError, onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

/** A piece that is not there is an empty text. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { inputColumn, delimiter, outputColumns, includeInputColumn }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const column = columnOf(input, inputColumn)
    if (delimiter === '') throw new CompileError('Delimiter ("delimiter") is empty')
    const type = (await typedColumns(context, input)).find(({ name }) => name === column)?.type ?? ''
    const text = warehouse.castSql(warehouse.quoteName(column), type, warehouse.typeSql({ type: 'VARCHAR' }))
    const items = outputColumns.map(([index = '', name = '']) => {
      const position = Number(index)
      if (index.trim() === '' || !Number.isInteger(position) || position < 0) {
        throw new CompileError(`The index of "${name}" is "${index}"; it must be a whole number from 0 up`)
      }
      return { sql: warehouse.parts.splitPart(text, warehouse.quoteText(delimiter), position + 1), name }
    })
    const kept = input.columns.filter((name) => name !== column || !isFalse(includeInputColumn))
    return selectItems(warehouse, withItems(warehouse, passed(warehouse, kept), items), `from ${input.from}`)
  },
}
