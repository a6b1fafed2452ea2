import { afterAll, beforeAll, expect, test } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { inDatabase, TEST_DATABASES, type TestDatabase } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import { redshiftOfTests, redshiftStandIn } from '../../../warehouses/conformance/redshift.ts'
import type { RedshiftConnection } from '../../../warehouses/connection.ts'
import type { StandIn } from '../../../warehouses/redshift/stand-in.ts'
import { quoteText } from '../../../warehouses/sql-text.ts'
import { countIn, killInTheMiddle } from '../../testing/killed-process.ts'
import { loadInThisProcess } from '../../testing/load-process.ts'

const never = { signal: new AbortController().signal }
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
const ROWS = 120_000 // more than are read at once, so that the first are in the database before the last arrive

const mariaDb = useMariaDb('no load into it is killed')

let staging: Awaited<ReturnType<typeof startS3>>
let standIn: StandIn
beforeAll(async () => {
  staging = await startS3({ bucket: 'staging', region: 'eu-central-1', ...keys })
  standIn = await redshiftStandIn(staging.objects)
})
afterAll(async () => {
  await standIn[Symbol.asyncDispose]()
  await staging.close()
})

const redshift = redshiftOfTests(() => standIn)
const redshiftWithS3: TestDatabase = {
  ...redshift,
  name: 'Redshift with a place for files',
  async create() {
    const schema = await redshift.create()
    const place = { url: 's3://staging/rows/', region: 'eu-central-1', endpoint: staging.origin, ...keys }
    const iamRole = 'arn:aws:iam::123456789012:role/reader'
    const connection = { ...schema.connection, staging: { ...place, iamRole } } as RedshiftConnection
    return { ...schema, connection }
  },
}

const databases = [
  ...TEST_DATABASES,
  ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : []),
  redshift,
  redshiftWithS3,
]
/**
 * With an escape in every record, no engine reads the file by itself; without one, these take records as they
 * are.
 */
const bodies = databases.flatMap((one) => [
  { ...one, records: 'escaped', mark: '\\' },
  ...(['PostgreSQL', 'MariaDB'].includes(one.name) ? [{ ...one, records: 'plain', mark: '' }] : []),
])

test.each(bodies)(
  'F30: $name, $records records: a runner that is killed in the middle of a load leaves nothing, and its step loads once',
  {
    timeout: 120_000,
  },
  async ({ name, create, mark }) => {
    const s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    const body = Buffer.from(Array.from({ length: ROWS }, (_, n) => `${n},name${mark} ${n}\n`).join(''))
    s3.objects.set('big.csv', { body, headers: {} })
    const schema = await create()
    const asked = { connection: schema.connection, origin: s3.origin, keys }
    await inDatabase(schema.connection, (warehouse) =>
      warehouse.execute('create table sales (id integer, name varchar(40))', never),
    )

    // All but the last rows arrive; the rest of the file is promised and never sent.
    s3.interfere = ({ path }) =>
      path.endsWith('big.csv')
        ? {
            status: 200,
            headers: { 'content-length': String(body.length) },
            body: body.subarray(0, body.length - 100),
            stalls: true,
          }
        : undefined
    await killInTheMiddle('loadInThisProcess', asked)
    s3.interfere = undefined

    const counted = (sql: string) => countIn(schema.connection, sql)
    // Rows of a long transaction go into the target itself.
    const isDirect = !['DuckDB', 'lake'].includes(name)
    // Other tests may load in the same database at this moment.
    const leftovers = `select count(*) from information_schema.tables
      where table_name like 'headrace_load!_%' escape '!' and table_schema = ${quoteText(schema.schema)}`
    expect([await counted('select count(*) from sales'), await counted(leftovers)]).toEqual([
      0,
      isDirect ? 0 : 1,
    ])
    expect(await loadInThisProcess(asked)).toMatchObject({
      result: 'SUCCESS',
      message: expect.stringMatching(/in sales$/),
      rowCount: ROWS,
    })
    expect(await loadInThisProcess(asked)).toMatchObject({
      message: expect.stringContaining('already loaded'),
    })
    expect([
      await counted('select count(distinct id) from sales'),
      await counted('select count(*) from sales'),
    ]).toEqual([ROWS, ROWS])
    expect(await counted(leftovers)).toBe(0)
    await schema.remove()
    await s3.close()
  },
)

test.each(TEST_DATABASES.filter(({ name }) => name === 'DuckDB' || name === 'lake'))(
  'F30: $name: a runner that is killed while the engine reads a file has loaded all of it or nothing, and its step loads once',
  { timeout: 120_000 },
  async ({ create }) => {
    const rows = 1_500_000
    const s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    const body = Buffer.from(Array.from({ length: rows }, (_, n) => `${n},name ${n}\n`).join(''))
    s3.objects.set('big.csv', { body, headers: {} })
    const schema = await create()
    const asked = { connection: schema.connection, origin: s3.origin, keys }
    await inDatabase(schema.connection, (warehouse) =>
      warehouse.execute('create table sales (id integer, name varchar(40))', never),
    )
    await killInTheMiddle('loadInThisProcess', asked, 150)
    const counted = (sql: string) => countIn(schema.connection, sql)
    expect([0, rows]).toContain(await counted('select count(*) from sales'))
    expect(await loadInThisProcess(asked)).toMatchObject({ result: 'SUCCESS', rowCount: rows })
    expect(await counted('select count(*) from sales')).toBe(rows)
    expect(await counted('select count(distinct id) from sales')).toBe(rows)
    await schema.remove()
    await s3.close()
  },
)
