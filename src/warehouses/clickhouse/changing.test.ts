import { expect, test } from 'vitest'
import { changeOf } from './changing.ts'
import { splitStatements } from './split.ts'

const change = (sql: string) => changeOf(splitStatements(sql)[0]!)

test.each([
  ['delete from t where a = 1', 'deleted', 'select count() from t where a = 1'],
  [
    'DELETE FROM db."a where" WHERE a in (1, 2)',
    'deleted',
    'select count() from db."a where" WHERE a in (1, 2)',
  ],
  ['alter table t delete where a = 1', 'deleted', 'select count() from t where a = 1'],
  ['alter table t update a = 1, b = 2 where c', 'updated', 'select count() from t where c'],
  ['update `s`.t set a = 1 where b = 2', 'updated', 'select count() from `s`.t where b = 2'],
  [
    'update t set a = (select max(z) from s where k = 1) where b = 2',
    'updated',
    'select count() from t where b = 2',
  ],
  [
    'alter table t update a = b in (1, 2) where c = [1, 2] settings mutations_sync = 1, max_threads = 1',
    'updated',
    'select count() from t where c = [1, 2] settings mutations_sync = 1, max_threads = 1',
  ],
])('%s: its rows are counted', (sql, kind, count) => {
  expect(change(sql)).toEqual({ kind, count })
})

test.each([
  'alter table t modify ttl d + interval 1 month delete where x = 1',
  'alter table t add column a Int64, update a = 1 where b = 2',
  'alter table t on cluster c update a = 1 where b = 2',
  'alter table t on cluster c delete where b = 2',
  'delete from t on cluster c where a = 1',
  'update t on cluster c set a = 1 where b = 2',
  "delete from t in partition '202401' where a = 1",
  "alter table t delete in partition id '202401' where a = 1",
  "alter table t update a = 1 in partition '202401' where b = 2",
  'alter table t delete where a = 1, update a = 2 where b = 3',
  'alter table t (delete where a = 1)',
  'alter table t drop column a',
  'alter user u identified by x',
  'alter table {name:Identifier} delete where a = 1',
  'delete from t',
  'update t set a = (select 1 where true)',
  'select 1 from t where a = 1',
  'alter table',
  'update',
])('%s: no simple query counts its rows, or it changes none', (sql) => {
  expect(change(sql)).toBeUndefined()
})
