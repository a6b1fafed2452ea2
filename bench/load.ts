import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { run } from '../src/components/orchestration/s3-load/run.ts'
import { stepContext } from '../src/components/testing/step-context.ts'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { silent } from '../src/lib/log.ts'
import { createWarehouses } from '../src/warehouses/open.ts'
import type { Connection } from '../src/warehouses/warehouse.ts'

/**
 * How fast a large CSV file is loaded into DuckDB and into PostgreSQL, and whether memory grows with it.
 * `HEADRACE_BENCH_ROWS`: rows of the file, 10,000,000 unless stated.
 */
const rows = Number(process.env['HEADRACE_BENCH_ROWS'] ?? 10_000_000)
const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-load-'))
const never = { signal: new AbortController().signal }

function* lines(): Generator<string> {
  const piece: string[] = []
  for (let id = 0; id < rows; id++) {
    piece.push(
      `${id},name of ${id},${(id % 10_000) / 100},2024-01-${String((id % 28) + 1).padStart(2, '0')},${id % 2}\n`,
    )
    if (piece.length < 10_000 && id < rows - 1) continue
    yield piece.join('')
    piece.length = 0
  }
}

async function measure(name: string, connection: Connection): Promise<void> {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const warehouse = await warehouses.open(connection)
  await warehouse.execute(
    'create table big (id bigint, name varchar, amount decimal(12,2), day date, ok boolean)',
    never,
  )
  const memory: number[] = []
  const sampling = setInterval(() => memory.push(process.memoryUsage().rss / 1e6), 500)
  const context = stepContext({ warehouse, warehouseKind: name, filesFolder: folder })
  const begin = performance.now()
  const outcome = await run.run(context, { s3ObjectPrefix: 'file:///in/', targetTable: 'big' } as never)
  const seconds = (performance.now() - begin) / 1_000
  clearInterval(sampling)
  const at = (part: number) => Math.round(memory[Math.floor((memory.length - 1) * part)] ?? 0)
  console.log(
    [
      `${name}: ${outcome.message}`,
      `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`,
      `memory of the process in MB after a tenth, a half and at the end: ${[at(0.1), at(0.5), at(1)].join(', ')}; most ${Math.round(Math.max(...memory))}`,
    ].join('\n  '),
  )
  await warehouses.close()
}

await mkdir(join(folder, 'in'))
await pipeline(Readable.from(lines()), createWriteStream(join(folder, 'in', 'big.csv')))
const only = process.env['HEADRACE_BENCH_DATABASE'] ?? 'both'
if (only !== 'POSTGRES') await measure('DUCKDB', { type: 'DUCKDB', path: join(folder, 'bench.duckdb') })
if (only !== 'DUCKDB') {
  const server = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: silent,
    durable: false,
  })
  const url = new URL(server.connectionString)
  await measure('POSTGRES', {
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || undefined,
    ssl: false,
  })
  await server.stop()
}
await rm(folder, { recursive: true })
