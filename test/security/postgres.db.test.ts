import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresOfTests } from '../../src/warehouses/conformance/databases.ts'
import { createWarehouses } from '../../src/warehouses/open.ts'
import { useApi } from '../support/api.ts'
import { aProject } from '../support/factories.ts'

/**
 * An environment's PostgreSQL is wherever its author says: the address policy decides whether it is reached.
 */
const api = useApi()
const never = { signal: new AbortController().signal }
const socketFile = join(tmpdir(), '.s.PGSQL.54321')
let listener: Server
let accepted = 0

beforeAll(async () => {
  listener = createServer((socket) => {
    accepted++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(socketFile, resolve))
})
afterAll(() => listener.close())

interface Place {
  readonly host: string
  readonly port?: number
}

async function run(allowPrivateAddresses: boolean, place: Place): Promise<unknown> {
  const warehouses = createWarehouses({ allowPrivateAddresses })
  try {
    const warehouse = await warehouses.open({ ...postgresOfTests(), ...place })
    return await warehouse.execute('select 1', never)
  } finally {
    await warehouses.close()
  }
}

test.each(['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::ffff:127.0.0.1', '10.0.0.1', '2130706433'])(
  'where private addresses are forbidden, %s is not connected to',
  async (host) => {
    await expect(run(false, { host })).rejects.toThrow(/private address|must not reach/)
  },
)

test.each(['169.254.169.254', 'metadata.google.internal', 'fe80::1'])(
  '%s is never connected to',
  async (host) => {
    await expect(run(true, { host })).rejects.toThrow(/must not reach/)
  },
)

test('where they are allowed, a database of this machine works', async () => {
  expect(await run(true, { host: '127.0.0.1' })).toMatchObject({ rowCount: 1 })
})

test.each([true, false])(
  'a Unix socket is refused when it connects, private addresses: %s',
  async (allow) => {
    await expect(run(allow, { host: tmpdir(), port: 54_321 })).rejects.toThrow('is a Unix socket')
    expect(accepted).toBe(0)
  },
)

test.each(['/tmp', '/var/run/postgresql', '@abstract', 'db?host=/tmp', 'db,other', '%2Ftmp', 'u@db'])(
  'an environment on the host %s is refused',
  async (host) => {
    const { projectId, agentId } = await aProject(api, { environments: ['Prod'] })
    const connection = { type: 'POSTGRES', host, database: 'd', user: 'u' }
    const path = `/v1/projects/${projectId}/environments`
    const created = { name: 'Other', defaultAgentId: agentId, connection }
    for (const answer of [
      await api.call<object>('POST', path, { body: created }),
      await api.call<object>('PATCH', `${path}/Prod`, { body: { connection } }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ violations: [expect.stringContaining('body/connection/host')] })
    }
  },
)
