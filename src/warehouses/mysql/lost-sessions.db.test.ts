import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useMariaDb } from '../../../test/support/mariadb.ts'
import { warehousesOfTests } from '../conformance/databases.ts'
import { mariaDbOfTests } from '../conformance/mariadb.ts'
import type { Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const mariaDb = useMariaDb('what lost runners left running is not ended')
const never = { signal: new AbortController().signal }

describe.skipIf(!mariaDb.isThere)('MariaDB', () => {
  /** Each has connections of its own, as processes have. */
  let runners: Warehouses[]
  let warehouses: Warehouse[]
  let remove: () => Promise<void>
  beforeEach(async () => {
    const created = await mariaDbOfTests(mariaDb.server).create()
    remove = created.remove
    runners = [warehousesOfTests(), warehousesOfTests()]
    warehouses = await Promise.all(runners.map((one) => one.open(created.connection)))
    await warehouses[0]!.execute('create table sales (id int); insert into sales values (1)', never)
  })
  afterEach(async () => {
    await Promise.all(runners.map((one) => one.close()))
    await remove()
  })

  const ofStep = (runner: number, key: string) => warehouses[runner]!.ofStep!(key)
  const running = (part: string) =>
    mariaDb
      .server()
      .execute(
        `select id from information_schema.processlist where info like '%${part}%' and info not like '%processlist%'`,
      )
  const idOf = async (key: string) => {
    for await (const rows of (await ofStep(0, key).query('select id from sales', never)).batches)
      return rows[0]?.[0]
    return undefined
  }

  test('what a lost attempt of a step still runs is ended, and holds no locks, before the next does anything', async () => {
    const lost = ofStep(0, 'load').execute('update sales set id = 2 + sleep(600)', never)
    const ended = expect(lost).rejects.toThrow(/killed|closed|lost|interrupted/i)
    await vi.waitUntil(() => running('2 + sleep') !== '', 10_000)
    await ofStep(1, 'load').execute('update sales set id = 3', never)
    await ended
    expect(running('2 + sleep')).toBe('')
    expect(await idOf('load')).toBe('3')
  })

  test('sessions of one process, of other steps, and those that have ended stay as they are', async () => {
    const other = new AbortController()
    const busy = ofStep(0, 'other').execute('select sleep(600)', other)
    const cancelled = expect(busy).rejects.toThrow()
    await vi.waitUntil(() => running('select sleep(600)') !== '', 10_000)
    const ids = await Promise.all(Array.from({ length: 20 }, () => idOf('load')))
    expect(new Set(ids)).toEqual(new Set(['1']))
    await ofStep(1, 'load').execute('update sales set id = 4', never)
    expect(await idOf('load')).toBe('4')
    expect(running('select sleep(600)')).not.toBe('')
    other.abort(new Error('enough'))
    await cancelled
  })
})
