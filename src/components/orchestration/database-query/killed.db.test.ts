import { expect, test } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { inDatabase, postgresOfTests, TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import { countIn, killInTheMiddle } from '../../testing/killed-process.ts'
import { queryInThisProcess } from '../../testing/load-process.ts'

const never = { signal: new AbortController().signal }
const ROWS = 120_000 // more than one block, so that the first is in the database before the last is read

const mariaDb = useMariaDb('no load into it is killed')
const databases = [...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])]

const queryOf = (rest: string) =>
  `select n as id, 'name ' || n${rest} as name from generate_series(1, ${ROWS}) as t (n)`

test.each(databases.filter(({ name }) => ['PostgreSQL', 'MariaDB'].includes(name)))(
  'F30: $name: a runner that is killed while it copies the rows of PostgreSQL leaves nothing, and its step loads once',
  { timeout: 120_000 },
  async ({ create }) => {
    const { connection, remove } = await create()
    await inDatabase(connection, (warehouse) =>
      warehouse.execute('create table sales (id integer, name varchar(40))', never),
    )
    const counted = (what: string) => countIn(connection, `select count(${what}) from sales`)
    const asked = (sqlQuery: string) => ({ connection, from: postgresOfTests(), sqlQuery })

    const neverEnds = queryOf(` || case when n = ${ROWS - 100} then pg_sleep(20)::text else '' end`)
    await killInTheMiddle('queryInThisProcess', asked(neverEnds))
    expect(await counted('*')).toBe(0)

    expect(await queryInThisProcess(asked(queryOf('')))).toMatchObject({ result: 'SUCCESS', rowCount: ROWS })
    expect(await queryInThisProcess(asked(queryOf('')))).toMatchObject({
      message: expect.stringContaining('already loaded'),
    })
    expect([await counted('*'), await counted('distinct id')]).toEqual([ROWS, ROWS])
    await remove()
  },
)
