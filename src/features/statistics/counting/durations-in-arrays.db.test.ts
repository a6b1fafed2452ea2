import pg from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { ownMigrations } from '../../../db/migration-files.ts'

const t = useDatabase()

test('what was counted before durations were in arrays is moved: of pipelines, and of their environments', async () => {
  const migrations = await ownMigrations()
  const textOf = (name: string) => migrations.find((one) => one.name === name)!.sql
  const client = new pg.Client(t.url)
  await client.connect()
  await client.query('create schema before; set search_path = before')
  await client.query(textOf('0059-statistics.sql'))
  const key = (pipeline: string) =>
    `'2026-01-01', '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002', 'Production', '${pipeline}'`
  await client.query(`insert into execution_statistics values
    (${key('A')}, 3, 1, 0, 10, 7, 5), (${key('B')}, 2, 0, 1, 20, 9, 6), (${key('Failed')}, 0, 4, 0, 1, 1, 0)`)
  await client.query(`insert into execution_durations values
    (${key('A')}, 9, 2), (${key('A')}, 5, 1), (${key('B')}, 9, 2)`)
  await client.query(textOf('0069-durations-in-arrays.sql'))
  const figures = 'succeeded, failed, cancelled, waited_microseconds, longest_wait_microseconds, row_count'
  const read = async (table: string) =>
    (
      await client.query({
        text: `select ${figures}, buckets, bucket_counts from ${table} order by waited_microseconds`,
        rowMode: 'array',
      })
    ).rows
  expect(await read('execution_statistics')).toEqual([
    [0, 4, 0, '1', '1', '0', [], []],
    [3, 1, 0, '10', '7', '5', [5, 9], [1, 2]],
    [2, 0, 1, '20', '9', '6', [9], [2]],
  ])
  expect(await read('environment_statistics')).toEqual([[5, 5, 1, '31', '9', '11', [5, 9], [1, 4]]])
  await client.end()
})
