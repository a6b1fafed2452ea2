import { CompileError, inputNamed, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

/** What columns it has only the database can tell. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { query }) {
    const text = query
      .replace(/\$T\{([^}]*)\}/g, (_, name: string) => inputNamed(context, nameOf(name)).from)
      .replace(/[\s;]+$/, '')
      .trim()
    if (text === '') throw new CompileError('SQL Query ("query") is empty')
    const columns = await typedColumns(context, { from: `(\n${text}\n) as headrace_query` })
    return { sql: text, columns: columns.map(({ name }) => name) }
  },
}

/** Folded lines of a file may break a name. */
const nameOf = (name: string) => name.trim().replace(/\s*\n\s*/g, ' ')
