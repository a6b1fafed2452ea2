import { castSql } from '../cast.ts'
import type { PostgresDialect } from '../postgres/dialect.ts'
import { redshiftCasts } from './casts.ts'
import { describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { redshiftJson } from './json.ts'
import { mergeSql } from './merge.ts'
import { redshiftParts } from './parts.ts'
import { quoteText } from './quote-text.ts'
import { createViewSql, rewriteTableSql } from './rewrite.ts'
import { redshiftTables } from './types.ts'

/** Redshift keeps 127 bytes of a name. */
const KEPT_BYTES = 127

/** All but the way that rows are loaded, which is the connection's. */
export const redshiftDialect: Omit<PostgresDialect, 'beginLoad' | 'takesLongLoads'> = {
  keptBytes: KEPT_BYTES,
  // Names are one here whatever their case, unless a session says otherwise.
  nameKey: (kept) => kept.toLowerCase(),
  quoteText,
  tables: redshiftTables,
  castSql: (value, from, to) => castSql(redshiftCasts, value, from, to),
  json: redshiftJson,
  parts: redshiftParts,
  describeTable,
  rewriteTableSql,
  createViewSql,
  insertJsonSql,
  mergeSql: async (merge) => mergeSql(merge),
}
