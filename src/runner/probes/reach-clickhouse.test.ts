import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from '../../lib/outgoing-http.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import { reach } from './reach.ts'

const policy = { allowPrivateAddresses: true }

test('ClickHouse is asked for its version, and nothing is made', async () => {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    asked.push((await Array.fromAsync(request)).join(''))
    const isRight = request.headers.authorization === `Basic ${btoa('etl:right')}`
    if (!isRight)
      response.writeHead(403).end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)')
    else response.end('version()\tcurrentUser()\tcount()\nString\tString\tUInt64\n26.9.2.1\tetl\t0\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const warehouses = createWarehouses(policy)
  onTestFinished(() => warehouses.close())
  const tried = (more: object) => {
    const properties = { host: '127.0.0.1', port, user: 'etl', database: 'sales', ssl: false, ...more }
    const connection = { name: 'shop', authProvider: 'CLICKHOUSE', properties } as unknown
    return reach(connection as Parameters<typeof reach>[0], {
      policy,
      fetch: guardedFetch(policy),
      connect: () => Promise.reject(new Error('no socket is needed')),
      duckdb: () => Promise.reject(new Error('no file is needed')),
      warehouses,
      signal: new AbortController().signal,
      mask: () => undefined,
    })
  }
  expect(await tried({ password: 'right' })).toEqual({
    version: '26.9.2.1',
    message: `Connected to 127.0.0.1:${port} as etl: sales, which the first step creates`,
  })
  await expect(tried({ password: 'wrong' })).rejects.toThrow(
    /AUTHENTICATION_FAILED\)\nCheck user and password/,
  )
  await expect(tried({ user: '' })).rejects.toThrow('The connection lacks user')
  expect(asked.filter((sql) => /create/.test(sql))).toEqual([])
})
