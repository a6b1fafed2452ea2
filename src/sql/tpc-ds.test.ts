import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readSql } from './read-sql.ts'

/** A Python that has duckdb, duckdb-extension-tpcds and sqlglot (CONTRIBUTING.md). */
const python = process.env['HEADRACE_TEST_SQLGLOT']

const program = `
import json, glob, os, sys, duckdb, duckdb_extension_tpcds, sqlglot
from sqlglot import exp
from sqlglot.optimizer.scope import traverse_scope
folder = os.path.dirname(duckdb_extension_tpcds.__file__)
db = duckdb.connect(config={'allow_unsigned_extensions': 'true'})
db.execute("install '%s'" % glob.glob(folder + '/**/*.duckdb_extension', recursive=True)[0])
db.execute('load tpcds')
def tables(sql):
    names = set()
    for one in sqlglot.parse(sql, read='duckdb'):
        for scope in traverse_scope(one):
            names |= {'.'.join(p.name.lower() for p in s.parts) for s in scope.sources.values() if isinstance(s, exp.Table)}
    return sorted(names)
queries = [q for _, q in sorted(db.execute('select query_nr, query from tpcds_queries()').fetchall())]
json.dump([{'sql': q, 'tables': tables(q)} for q in queries], sys.stdout)
`

test.skipIf(python === undefined)(
  'the tables of the queries of TPC-DS are those that sqlglot finds',
  () => {
    const output = execFileSync(python!, ['-c', program], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    const queries = JSON.parse(output) as { readonly sql: string; readonly tables: readonly string[] }[]
    expect(queries).toHaveLength(99)
    const different = queries.flatMap(({ sql, tables }, index) => {
      const { statements } = readSql(`create table result as ${sql}`, 'duckdb')
      const found = [...new Set(statements.flatMap(({ reads }) => reads.map(({ table }) => table)))].sort()
      return JSON.stringify(found) === JSON.stringify(tables) ? [] : [index + 1]
    })
    // 98 %.
    expect(different.length, `different: ${different}`).toBeLessThanOrEqual(1)
  },
  120_000,
)
