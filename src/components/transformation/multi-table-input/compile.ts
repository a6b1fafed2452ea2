import type { Static } from 'typebox'
import { readRows, tableName } from '../../common/sql.ts'
import { isTrue } from '../common-properties.ts'
import { type CompileContext, CompileError, type RelationCompiler } from '../relation.ts'
import { uniteParts } from '../unite-parts.ts'
import { declaration } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

const MAX_TABLES = 1_000

/** Which tables there are is asked once, when the transformation is compiled. Letter case does not matter. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, parameters) {
    const { warehouse, options } = context
    const tables = await tablesLike(context, parameters)
    const parts = await Promise.all(
      tables.map(async (table) => {
        const from = warehouse.quoteTable(tableName(parameters, table))
        const columns = await warehouse.describeQuery(`select * from ${from}`, options)
        return { label: table, from, columns }
      }),
    )
    return uniteParts(warehouse, parts, {
      columns: parameters.columns,
      castTypes: isTrue(parameters.castTypes),
      labelColumn: isTrue(parameters.addSourceTable) ? 'Source Table' : undefined,
    })
  },
}

/** An escape in capitals is the opposite of the one in small letters. */
const lowerPattern = (pattern: string): string =>
  pattern.replaceAll(/\\.|[^\\]+/gs, (part) => (part.startsWith('\\') ? part : part.toLowerCase()))

async function tablesLike({ warehouse, options }: CompileContext, parameters: Parameters): Promise<string[]> {
  const { pattern, patternType = 'Like' } = parameters
  const { database, schema } = warehouse.resolveTable(tableName(parameters, ''))
  const fits =
    patternType === 'Like'
      ? warehouse.parts.like('lower(table_name)', warehouse.quoteText(pattern.toLowerCase()), false)
      : warehouse.parts.matches('lower(table_name)', lowerPattern(pattern))
  const sql = warehouse.parts.tablesQuery(schema, database, fits)
  const { rows, more } = await readRows(warehouse, sql, MAX_TABLES, options)
  if (more)
    throw new CompileError(`More than ${MAX_TABLES} tables match "${pattern}"; make the pattern narrower`)
  if (rows.length === 0) throw new CompileError(`No table matches "${pattern}"`)
  return rows.map(([name]) => name ?? '')
}
