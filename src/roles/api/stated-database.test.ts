import { expect, test } from 'vitest'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import { statedDatabase } from './stated-database.ts'

const at = { project: 'p', environment: 'Prod' }
const named = (authProvider: string, authType: string, properties: Readonly<Record<string, object>>) =>
  statedDatabase(
    { type: NAMED_CONNECTION, definition: { name: 'c', authProvider, authType, properties } },
    at,
  )
const value = (one: string | number) => ({ value: one })

test('the database of an environment is named as its runner would name it', async () => {
  expect(await statedDatabase({ type: 'DUCKDB', schema: 'shop' }, at)).toMatchObject({
    namespace: 'duckdb://p/Prod',
    schema: 'shop',
  })
  const own = { type: 'POSTGRES', host: 'db', database: 'dwh', user: 'u', passwordSecret: 's' }
  expect(await statedDatabase({ ...own, databases: { other: { database: 'o' } } }, at)).toEqual({
    namespace: 'postgres://db:5432',
    dialect: 'postgres',
    database: 'dwh',
    schema: 'public',
    names: [{ name: 'other', database: 'o' }],
  })
  const postgres = {
    host: value('db'),
    database: value('dwh'),
    user: value('u'),
    password: { secretName: 's' },
  }
  expect(await named('POSTGRES', 'USER_PASSWORD', postgres)).toMatchObject({
    namespace: 'postgres://db:5432',
  })
})

test('it is not known where a secret, or nothing, says which it is', async () => {
  const secret = {
    host: { secretName: 'h' },
    database: value('d'),
    user: value('u'),
    password: { secretName: 's' },
  }
  expect(await named('POSTGRES', 'USER_PASSWORD', secret)).toBeUndefined()
  expect(await statedDatabase({ type: 'POSTGRES', user: 'u' }, at)).toBeUndefined()
  expect(await named('UNHEARD_OF', 'X', {})).toBeUndefined()
  expect(await statedDatabase({}, at)).toBeUndefined()
})
