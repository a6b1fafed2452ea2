import { columnsOf, passed, selectItems } from '../columns.ts'
import { onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { columns = [] }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const wanted = columns.length === 0 ? input.columns : columnsOf(input, columns)
    const relation = selectItems(warehouse, passed(warehouse, wanted), `from ${input.from}`)
    return { ...relation, sql: relation.sql.replace('select', 'select distinct') }
  },
}
