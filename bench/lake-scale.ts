import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { inTurns, msOf } from './support/in-turns.ts'
import { extensionsFolder, lakeFiles, lakeProject, openLake } from './support/lake.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile } from './support/statistics.ts'

/**
 * Question: does a lake join and aggregate more than fits in memory, and what does it cost over the engine
 * alone? 100 million rows with 2 GB of memory, against DuckDB on the same Parquet files with as much. Limits:
 * the same result, 1.2 times its time. `HEADRACE_BENCH_ROWS`: rows, 100,000,000 unless stated.
 */
const rows = Number(process.env['HEADRACE_BENCH_ROWS'] ?? 100_000_000)
const TURNS = 3
const MEMORY_MIB = 2_048
const CUSTOMERS = 5_000_000
const query = (orders: string, customers: string) => `
  select c.region, count(*)::bigint, sum(o.amount)::bigint, count(distinct o.customer)::bigint
    from ${orders} o join ${customers} c on o.customer = c.id group by 1 order by 1`

await using platform = await startBenchPlatform({ HEADRACE_DUCKDB_EXTENSIONS: extensionsFolder() })
const projectId = await lakeProject(platform)
await using lake = await openLake(platform, projectId, MEMORY_MIB)
await lake.rows(`create table customers as select range as id, range % 50 as region from range(${CUSTOMERS})`)
const made = await msOf(() =>
  lake.rows(`
    create table orders as
    select range as id, hash(range) % ${CUSTOMERS} as customer, range % 1000 as amount, 'order ' || range as note
      from range(${rows})`),
)
console.log(`${rows} rows written into the lake in ${(made / 1_000).toFixed(1)} s`)

const folder = lakeFiles(platform, projectId)
const temporary = join(platform.folder, 'tmp-of-the-bench')
const engine = await DuckDBInstance.create(':memory:', {
  memory_limit: `${MEMORY_MIB}MiB`,
  temp_directory: temporary,
})
const session = await engine.connect()
const alone = query(
  `read_parquet('${folder}own/main/orders/*.parquet')`,
  `read_parquet('${folder}own/main/customers/*.parquet')`,
)
const inLake = query('orders', 'customers')
const found = await lake.rows(inLake)
const expected = (await session.runAndReadAll(alone)).getRows()
if (JSON.stringify(found) !== JSON.stringify(expected.map((row) => row.map(String))))
  throw new Error('The lake and the engine alone answer differently')
const [ours, bare] = await inTurns(
  () => msOf(() => lake.rows(inLake)),
  () => msOf(() => session.runAndReadAll(alone)),
  TURNS,
)
session.closeSync()
engine.closeSync()
const [mine, its] = [percentile(ours, 0.5) / 1_000, percentile(bare, 0.5) / 1_000]
const ratio = (mine / its).toFixed(2)
console.log(`lake ${mine.toFixed(1)} s, DuckDB alone ${its.toFixed(1)} s: ${ratio} times, at most 1.2 times`)
console.log(`memory of this process at its most: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
