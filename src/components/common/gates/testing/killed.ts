import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inDatabase, type TestDatabase } from '../../../../warehouses/conformance/databases.ts'
import type { Connection } from '../../../../warehouses/connection.ts'
import { type AskedRewrite, rewriteInThisProcess } from '../../../testing/gated-process.ts'
import { rowsOf } from '../../../transformation/testing/run.ts'

const options = { signal: new AbortController().signal }
const PROCESS = new URL('../../../testing/gated-process.ts', import.meta.url).href

/**
 * What is left of a rewrite whose runner is killed while the gates of it are checked, or when they have
 * passed.
 */
export function killedTests({ create }: Pick<TestDatabase, 'create'>): void {
  test.each(
    [
      ['with the same columns', 'select 1 as id, 9 as amount union all select 2, 9'],
      ['with other columns', 'select 7 as other'],
    ].flatMap(([which = '', query = '']) =>
      (['audit', 'publish'] as const).map((moment) => [which, moment, query] as const),
    ),
  )(
    'a runner that is killed leaves the table as it was: a rewrite %s, before it could %s',
    { timeout: 300_000 },
    async (_, moment, query) => {
      const { connection, remove } = await create()
      const columns = ['1 as id, 5 as amount', '3 as id, 5 as amount'].map((row) => `select ${row}`)
      await inDatabase(connection, (warehouse) =>
        warehouse.execute(`create table published as ${columns.join(' union all ')}`, options),
      )
      const before = await tableOf(connection)

      const asked: AskedRewrite = { connection, query }
      await killAt(moment, asked)

      expect(await tableOf(connection)).toEqual(before)
      expect(await rewriteInThisProcess(asked)).toMatchObject({ result: 'SUCCESS' })
      expect(await tableOf(connection)).not.toEqual(before)
      expect(await stagedIn(connection)).toEqual([])
      await remove()
    },
  )
}

/** Kills a process with SIGKILL at a moment of its rewrite. */
async function killAt(moment: 'audit' | 'publish', asked: AskedRewrite): Promise<void> {
  const program = `import { rewriteInThisProcess } from ${JSON.stringify(PROCESS)}
    const stall = () => new Promise(() => { process.stdout.write('here'); setInterval(() => {}, 1000) })
    await rewriteInThisProcess(JSON.parse(process.argv[1]), { [process.argv[2]]: stall })`
  const given = ['--input-type=module', '-e', program, JSON.stringify(asked), moment]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [reached] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  expect(String(reached)).toBe('here')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const tableOf = (connection: Connection) =>
  inDatabase(connection, async (warehouse) => ({
    described: await warehouse.describe({ table: 'published' }, options),
    ...(await rowsOf(warehouse, 'select * from published')),
  }))

/** What is beside tables and was never published. */
const stagedIn = (connection: Connection) =>
  inDatabase(connection, async (warehouse) => {
    const found = { prefix: 'headrace_new_', limit: 10 }
    return (await rowsOf(warehouse, warehouse.catalogue.tables(found))).rows
  })
