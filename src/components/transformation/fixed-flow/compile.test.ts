import { expect, test } from 'vitest'
import { bigQueryParts } from '../../../warehouses/bigquery/parts.ts'
import { redshiftParts } from '../../../warehouses/redshift/parts.ts'
import type { SqlParts } from '../../../warehouses/sql-parts.ts'
import { quoteName, quoteText } from '../../../warehouses/sql-text.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import type { CompileContext } from '../relation.ts'
import { compiler } from './compile.ts'

async function sqlOf(parts: SqlParts, text: string, ...values: string[][]): Promise<string> {
  const warehouse = {
    parts,
    quoteName,
    quoteText,
    nameKey: (name: string) => name,
    typeSql: ({ type }) => (type === 'VARCHAR' ? text : type),
    castSql: (value, from, to) => `${value} from ${from} to ${to}`,
  } as Partial<Warehouse> as Warehouse
  const columns = [
    ['currency', 'VARCHAR', '', ''],
    ['day', 'DATE', '', ''],
  ]
  return (await compiler.relation({ warehouse } as CompileContext, { columns, values })).sql
}

test('a lone row has types, without which Redshift knows none', async () => {
  expect(await sqlOf(redshiftParts, 'VARCHAR(65535)', ['EUR', '2024-01-31'])).toContain(
    `select cast('EUR' as VARCHAR(65535)) as "c1", cast('2024-01-31' as VARCHAR(65535)) as "c2"`,
  )
})

test('what is empty is a text for BigQuery, and no rows come from somewhere', async () => {
  expect(await sqlOf(bigQueryParts, 'STRING', ['EUR', ''], ['JPY', ''])).toContain(
    `select cast('EUR' as STRING) as "c1", cast(null as STRING) as "c2" union all\n  select 'JPY', null`,
  )
  expect(await sqlOf(bigQueryParts, 'STRING')).toMatch(/from \(\s*select 1 as \S+\s*\) as \S+\s+where 1 = 0/)
})
