import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Connection, Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

const never = { signal: new AbortController().signal }
const schema = 'transformation test'

let warehouses: Warehouses
let warehouse: Warehouse

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  const connection: Connection = {
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema,
  }
  warehouses = createWarehouses()
  warehouse = await warehouses.open(connection)
})

beforeEach(async () => {
  await warehouse.execute(`drop schema "${schema}" cascade`, never)
  await warehouse.execute(sampleTables, never)
})

afterAll(async () => {
  await warehouse.execute(`drop schema "${schema}" cascade`, never)
  await warehouses.close()
})

exampleTests(async () => warehouse)
behaviourTests(async () => warehouse)
