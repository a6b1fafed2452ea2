import { shownTable, tableName } from '../../common/sql.ts'
import { passed, selectItems } from '../columns.ts'
import { onlyInput, type SinkCompiler, writtenTable } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: SinkCompiler<typeof declaration.properties> = {
  declaration,
  sink(context, parameters) {
    const { warehouse, query } = context
    const input = onlyInput(context)
    const view = tableName(parameters, parameters.viewName)
    const { sql } = selectItems(warehouse, passed(warehouse, input.columns), `from ${input.from}`)
    return {
      sql: warehouse.createViewSql(view, query(sql)),
      counted: false,
      message: () => `Created view ${shownTable(view)}`,
    }
  },
  written: (context, parameters) => writtenTable(context, tableName(parameters, parameters.viewName)),
}
