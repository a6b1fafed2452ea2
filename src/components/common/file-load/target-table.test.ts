import { expect, test } from 'vitest'
import { castSql } from '../../../warehouses/cast.ts'
import { redshiftCasts } from '../../../warehouses/redshift/casts.ts'
import { redshiftParts } from '../../../warehouses/redshift/parts.ts'
import { quoteName } from '../../../warehouses/sql-text.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import type { FilePlace } from './file-place.ts'
import { type LoadParameters, readLoad } from './load-settings.ts'
import { targetTable } from './target-table.ts'

test('Truncate Columns cuts to the bytes of a column where sizes are bytes', async () => {
  const column = { name: 'note', type: 'character varying(4)', nullable: true }
  const warehouse = {
    describe: async () => [column],
    describeQuery: async () => [column],
    quoteName,
    quoteTable: () => 't',
    typeSql: () => 'SUPER',
    parts: redshiftParts,
    castSql: (value: string, from: string, to: string) => castSql(redshiftCasts, value, from, to),
  } as unknown as Warehouse
  const parameters = { targetTable: 't', truncateColumns: 'True' } as LoadParameters
  const { settings } = readLoad(parameters, {
    settings: { url: '${folder}', endpoint: '', region: '' },
  } as FilePlace)
  const target = await targetTable(
    warehouse,
    { signal: new AbortController().signal },
    { table: 't' },
    settings,
  )
  // Redshift cuts what is cast to the bytes of a type, between two letters.
  expect('casts' in target && target.casts).toEqual([
    'cast(cast(left(c0, 4) as varchar) as character varying(4))',
  ])
})
