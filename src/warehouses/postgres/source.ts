import type { SourceDatabase } from '../source-database.ts'
import { quoteName } from '../sql-text.ts'
import { digitsOf, kindOf } from '../type-kinds.ts'
import type { StatementOptions, TypeDefinition, Warehouse } from '../warehouse.ts'
import { splitStatements } from './split.ts'

/** Digits that every database can keep of an exact number. */
const MAX_DIGITS = 38

/** A PostgreSQL database as a source; `warehouse` is opened with `isSource`. */
export const postgresSource = (
  warehouse: Warehouse,
  label: string,
  options: StatementOptions,
): SourceDatabase => ({
  label,
  quoteName,
  statements: (script) => splitStatements(script),
  async describe(query) {
    const columns = await warehouse.describeQuery(query, options)
    return columns.map(({ name, type }) => ({ name, type: definitionOf(type), isSingle: type === 'real' }))
  },
  read: async (query) => (await warehouse.query(query, options)).batches,
  readText: (query) => warehouse.queryText?.(query, options),
  // Its connections are shared, and given back when they are idle.
  close: async () => undefined,
})

/** What has no word of the field becomes text. */
function definitionOf(type: string): TypeDefinition {
  const lower = type.toLowerCase()
  const kind = kindOf(lower)
  if (kind === 'integer') return { type: lower === 'bigint' ? 'BIGINT' : 'INTEGER' }
  if (kind === 'decimal') {
    const digits = digitsOf(lower)
    if (digits === undefined || digits.behind < 0 || digits.before < 0) return { type: 'NUMBER' }
    const size = digits.before + digits.behind
    if (size > MAX_DIGITS) return { type: 'NUMBER' }
    return { type: 'NUMBER', size: String(size), precision: String(digits.behind) }
  }
  if (kind === 'float') return { type: 'FLOAT' }
  if (kind === 'boolean') return { type: 'BOOLEAN' }
  if (kind === 'day') return { type: 'DATE' }
  if (kind === 'moment') return { type: lower.includes('with time zone') ? 'TIMESTAMP_TZ' : 'TIMESTAMP' }
  return { type: /^jsonb?$/.test(lower) ? 'VARIANT' : 'VARCHAR' }
}
