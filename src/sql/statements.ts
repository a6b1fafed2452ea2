import type { SqlDialect } from '../lib/datasets.ts'
import { googleSqlTokens } from '../warehouses/bigquery/split.ts'
import { splitStatements as splitClickHouse } from '../warehouses/clickhouse/split.ts'
import { splitStatements as splitDatabricks } from '../warehouses/databricks/split.ts'
import { splitStatements as splitMysql } from '../warehouses/mysql/split.ts'
import { splitStatements as splitPostgres } from '../warehouses/postgres/split.ts'
import { snowflakeTokens } from '../warehouses/snowflake/split.ts'

/**
 * The statements of a script as its database tells them apart, and those of blocks one by one: blocks as a
 * whole are not parsed.
 */
export const statementsOf = (script: string, dialect: SqlDialect): readonly string[] =>
  splitters[dialect](script)

const splitters: Readonly<Record<SqlDialect, (script: string) => readonly string[]>> = {
  duckdb: (script) => splitPostgres(script),
  postgres: (script) => splitPostgres(script),
  redshift: (script) => splitPostgres(script, true),
  mysql: splitMysql,
  bigquery: (script) => betweenSemicolons(script, googleSqlTokens(script)),
  snowflake: (script) => betweenSemicolons(script, snowflakeTokens(script)),
  databricks: (script) => splitDatabricks(script).map(({ sql }) => sql),
  clickhouse: (script) => splitClickHouse(script).map(({ sql }) => sql),
}

interface Token {
  readonly text: string
  readonly index: number
}

function betweenSemicolons(script: string, tokens: Iterable<Token>): readonly string[] {
  const statements: string[] = []
  let from: number | undefined
  const cut = (to: number) => {
    if (from !== undefined) statements.push(script.slice(from, to).trim())
    from = undefined
  }
  for (const { text, index } of tokens) {
    if (text === ';') cut(index)
    else from ??= index
  }
  cut(script.length)
  return statements
}
