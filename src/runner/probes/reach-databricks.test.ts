import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from '../../lib/outgoing-http.ts'
import { DatabricksService, failed, succeeded } from '../../warehouses/databricks/testing/service.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import { reach } from './reach.ts'

const signal = new AbortController().signal
const policy = { allowPrivateAddresses: true }

async function startService() {
  const service = new DatabricksService()
  await service.start()
  onTestFinished(() => service.close())
  const version = [['etl@acme', '2026.30']]
  service.course = ({ statement }) =>
    statement.startsWith('select')
      ? [succeeded([['user', 'STRING'] as const, ['version', 'STRING'] as const], version)]
      : [failed('[SCHEMA_NOT_FOUND] The schema `main`.`sales` cannot be found', '42704')]
  const tried = async (more: object) => {
    const warehouses = createWarehouses(policy)
    onTestFinished(() => warehouses.close())
    const given = { url: service.url, warehouseId: 'w1', catalog: 'main', schema: 'sales', ...more }
    const connection = { name: 'shop', authProvider: 'DATABRICKS', properties: given } as unknown
    return reach(connection as Parameters<typeof reach>[0], {
      policy,
      fetch: guardedFetch(policy),
      connect: () => Promise.reject(new Error('no socket is needed')),
      duckdb: () => Promise.reject(new Error('no file is needed')),
      warehouses,
      signal,
      mask: () => undefined,
    })
  }
  return { service, tried }
}

test('Databricks is asked for its version, and nothing is made', async () => {
  const { service, tried } = await startService()
  expect(await tried({ accessToken: 'dapi-right' })).toEqual({
    version: '2026.30',
    message: `Connected to ${new URL(service.url).host} as etl@acme: main.sales, which the first step creates`,
  })
  expect(await tried({ clientId: 'client-1', clientSecret: 'right' })).toMatchObject({ version: '2026.30' })
  expect(service.arrived.filter(({ statement }) => /create/.test(statement))).toEqual([])
})

test('what fails is said in the words of Databricks, with what to do', async () => {
  const { service, tried } = await startService()
  await expect(tried({ accessToken: 'dapi-wrong' })).rejects.toThrow(/Invalid access token\.\n.*new token/)
  await expect(tried({ accessToken: 'dapi-right', warehouseId: 'gone' })).rejects.toThrow(
    /gone was not found\n.*warehouse ID/,
  )
  service.refuse(/POST/, {
    status: 403,
    code: 'PERMISSION_DENIED',
    message: 'No permission on the endpoint w1',
  })
  await expect(tried({ accessToken: 'dapi-right' })).rejects.toThrow(/endpoint w1\nGrant "Can use"/)
  await expect(tried({})).rejects.toThrow('The connection lacks clientId')
  await expect(tried({ accessToken: 'x', url: 'http://dbc.example.com' })).rejects.toThrow(/requires https/)
})
