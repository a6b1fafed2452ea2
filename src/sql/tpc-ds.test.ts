import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSql } from './read-sql.ts'

/** A Python that has duckdb, duckdb-extension-tpcds and sqlglot (CONTRIBUTING.md). */
const python = process.env['HEADRACE_TEST_SQLGLOT']

const program = `
import json, glob, os, sys, duckdb, duckdb_extension_tpcds, sqlglot
from sqlglot import exp
from sqlglot.lineage import lineage
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import build_scope, traverse_scope
folder = os.path.dirname(duckdb_extension_tpcds.__file__)
db = duckdb.connect(config={'allow_unsigned_extensions': 'true'})
db.execute("install '%s'" % glob.glob(folder + '/**/*.duckdb_extension', recursive=True)[0])
db.execute('load tpcds')
db.execute('call dsdgen(sf = 0)')
schema = {}
for table, column, kind in db.execute('select table_name, column_name, data_type from information_schema.columns order by table_name, ordinal_position').fetchall():
    schema.setdefault(table, {})[column] = kind
def tables(sql):
    names = set()
    for one in sqlglot.parse(sql, read='duckdb'):
        for scope in traverse_scope(one):
            names |= {'.'.join(p.name.lower() for p in s.parts) for s in scope.sources.values() if isinstance(s, exp.Table)}
    return sorted(names)
def columns(sql):
    query = qualify(sqlglot.parse_one(sql, read='duckdb'), schema=schema, dialect='duckdb', quote_identifiers=False)
    scope = build_scope(query)
    found = []
    for name in [one.alias_or_name for one in query.selects]:
        nodes = lineage(name, query, schema=schema, scope=scope, dialect='duckdb', copy=False).walk()
        ends = [n for n in nodes if not n.downstream and isinstance(n.expression, exp.Table)]
        found.append([name.lower(), sorted({n.expression.name.lower() + '.' + n.name.split('.')[-1].lower() for n in ends})])
    return found
queries = [q for _, q in sorted(db.execute('select query_nr, query from tpcds_queries()').fetchall())]
found = [{'sql': q, 'tables': tables(q), 'columns': columns(q)} for q in queries]
json.dump({'queries': found, 'schema': [[t, list(c)] for t, c in schema.items()]}, sys.stdout)
`

interface Judged {
  readonly schema: readonly (readonly [table: string, columns: readonly string[]])[]
  readonly queries: readonly {
    readonly sql: string
    readonly tables: readonly string[]
    /**
     * By column of the query: `table.column` of all that it is made of. Some queries have two columns of one
     * name.
     */
    readonly columns: readonly (readonly [name: string, from: readonly string[]])[]
  }[]
}

const TIMEOUT_MS = 120_000

/** TPC-DS's 99 queries, judged by sqlglot, at least 98 % equal. */
describe.skipIf(python === undefined)('TPC-DS', () => {
  let judged: Judged
  beforeAll(() => {
    const output = execFileSync(python!, ['-c', program], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    judged = JSON.parse(output) as Judged
  }, 600_000)

  test('the tables of the queries are those that sqlglot finds', { timeout: TIMEOUT_MS }, () => {
    expect(judged.queries).toHaveLength(99)
    const different = judged.queries.flatMap(({ sql, tables }, index) => {
      const { statements } = readSql(`create table result as ${sql}`, 'duckdb')
      const found = [...new Set(statements.flatMap(({ reads }) => reads.map(({ table }) => table)))].sort()
      return JSON.stringify(found) === JSON.stringify(tables) ? [] : [index + 1]
    })
    expect(different.length, `different: ${different}`).toBeLessThanOrEqual(1)
  })

  test('the columns of the queries come from those that sqlglot finds', { timeout: TIMEOUT_MS }, () => {
    const known = judged.schema.map(([table, columns]) => ({ table: { table }, columns }))
    let count = 0
    const different = judged.queries.flatMap(({ sql, columns }, index) => {
      const [made] = readSql(`create table result as ${sql}`, 'duckdb', known).statements
      const ours = new Map(
        made!.columns.map(({ name, from }) => [
          name.toLowerCase(),
          from.map(({ table, column }) => `${table.table}.${column}`.toLowerCase()).sort(),
        ]),
      )
      const theirs = Map.groupBy(columns, ([name]) => name)
      count += theirs.size
      return [...theirs].flatMap(([name, all]) => {
        const wanted = [...new Set(all.flatMap(([, from]) => from))].sort()
        return JSON.stringify(ours.get(name)) === JSON.stringify(wanted) ? [] : [`${index + 1} ${name}`]
      })
    })
    expect(count).toBeGreaterThan(600)
    expect(different.length / count, `different: ${different}`).toBeLessThanOrEqual(0.02)
  })
})
