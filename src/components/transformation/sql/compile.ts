import { replaceSourceRows } from '../../../pipeline/source-rows.ts'
import { CompileError, inputNamed, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

/** What columns it has only the database can tell. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { query }) {
    const script = replaceSourceRows(query, (name) => inputNamed(context, name).from)
    const [text, ...more] = context.warehouse.parts.statements(script)
    if (text === undefined) throw new CompileError('SQL Query ("query") is empty')
    if (more.length > 0)
      throw new CompileError('SQL Query ("query") has several statements; it needs to be one query')
    const { sql = text, unwritten } = context.complete(text) ?? {}
    const columns = await typedColumns(context, { from: `(\n${unwritten ?? sql}\n) as headrace_query` })
    const names = columns.map(({ name }) => name)
    return unwritten === undefined ? { sql, columns: names } : { sql, unwritten, columns: names }
  },
}
