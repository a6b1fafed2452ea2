import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../../../../test/support/mariadb.ts'
import { TEST_DATABASES, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import type { Connection, Warehouse } from '../../../warehouses/warehouse.ts'
import { rewriteInThisProcess } from '../../testing/gated-process.ts'
import { rowsOf } from '../../transformation/testing/run.ts'

const options = { signal: new AbortController().signal }
const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: no gate is killed on it')

let mariaDb: MariaDb | undefined
beforeAll(async () => {
  if (!isThere) return
  mariaDb = await startMariaDb()
  mariaDb.execute(`grant all on *.* to reader@'127.0.0.1'`)
}, 120_000)
afterAll(() => mariaDb?.[Symbol.asyncDispose]())

describe.each([...TEST_DATABASES, ...(isThere ? [mariaDbOfTests(() => mariaDb!)] : [])])(
  '$name',
  ({ create }) => {
    test.each([
      ['with the same columns', 'select 1 as id, 9 as amount union all select 2, 9'],
      ['with other columns', `select 7 as other`],
    ])(
      'a runner that is killed while gates are checked leaves the table as it was: %s',
      {
        timeout: 120_000,
      },
      async (_, query) => {
        const schema = await create()
        const { connection } = schema
        await inDatabase(connection, (warehouse) =>
          warehouse.execute(
            'create table published as select 1 as id, 5 as amount union all select 3, 5',
            options,
          ),
        )
        const before = await tableOf(connection)

        const program = `import { rewriteInThisProcess } from ${JSON.stringify(new URL('../../testing/gated-process.ts', import.meta.url).href)}
      await rewriteInThisProcess(JSON.parse(process.argv[1]), () => new Promise(() => { process.stdout.write('auditing'); setInterval(() => {}, 1000) }))`
        const asked = { connection, query }
        const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(asked)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        await once(child.stdout, 'data')
        child.kill('SIGKILL')
        await once(child, 'exit')

        expect(await tableOf(connection)).toEqual(before)
        expect(await rewriteInThisProcess(asked)).toMatchObject({ result: 'SUCCESS' })
        expect(await tableOf(connection)).not.toEqual(before)
        await schema.remove()
      },
    )
  },
)

const tableOf = (connection: Connection) =>
  inDatabase(connection, async (warehouse) => ({
    described: await warehouse.describe({ table: 'published' }, options),
    ...(await rowsOf(warehouse, 'select * from published')),
  }))

async function inDatabase<T>(connection: Connection, work: (warehouse: Warehouse) => Promise<T>): Promise<T> {
  const warehouses = warehousesOfTests()
  try {
    return await work(await warehouses.open(connection))
  } finally {
    await warehouses.close()
  }
}
