import { execFile, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { ensureLakeCatalog } from '../src/db/embedded/lake-catalog.ts'
import { silent } from '../src/lib/log.ts'
import { installedExtensions } from '../src/warehouses/lake/extension-package.ts'
import { msOf } from './support/in-turns.ts'
import { fillSource, type LoadData, writeFiles } from './support/loads/data.ts'
import { type Loaded, loadAsStep, type Order } from './support/loads/product.ts'
import {
  duckdbTarget,
  lakeTarget,
  mariaDbTarget,
  postgresTarget,
  type Servers,
  type SourceName,
  type Target,
} from './support/loads/targets.ts'

/**
 * Question: how fast do load steps load, and does their memory grow with what they load? The rows of a CSV
 * file, of one with quotes, of a Parquet file and of a table of PostgreSQL into PostgreSQL, MariaDB, DuckDB
 * and a lake, each in turns with the database's own bulk command and with `dlt`, where `HEADRACE_BENCH_DLT`
 * names a Python that has it. Limits: faster than dlt, half the speed of the own command, 300 MB.
 * `load [ROWS] [NAME…]`: 10,000,000 rows unless stated; names are those of sources and targets, all unless
 * stated.
 */
const SOURCES: readonly SourceName[] = ['csv', 'quoted', 'parquet', 'postgres']
const LIMIT_MB = 300
const dltPython = process.env['HEADRACE_BENCH_DLT']

if (process.argv.includes('--as-step')) {
  process.send!(await loadAsStep(JSON.parse(process.argv.at(-1)!) as Order))
  process.disconnect()
} else await measure()

async function measure(): Promise<void> {
  const [given = '10000000', ...names] = process.argv.slice(3)
  const wanted = names.map((name) => name.toLowerCase())
  const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-load-'))
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silent })
  try {
    const data = await writeFiles(join(folder, 'files'), Number(given))
    const servers = await serversOf(folder, server.connectionString)
    await withSource(servers.postgresUrl, data.rows)
    const targets = [
      postgresTarget(servers),
      await mariaDbTarget(),
      duckdbTarget(servers),
      ...(servers.extensions === undefined ? [] : [lakeTarget(servers)]),
    ].filter((target) => target !== undefined)
    const chosen = (all: readonly string[]) => all.filter((one) => wanted.includes(one.toLowerCase()))
    const some = <T>(all: readonly T[], nameOf: (one: T) => string) => {
      const picked = chosen(all.map(nameOf))
      return picked.length === 0 ? all : all.filter((one) => picked.includes(nameOf(one)))
    }
    const known = new Set([...SOURCES, ...targets.map(({ name }) => name.toLowerCase())])
    const missing = wanted.filter((name) => !known.has(name))
    if (missing.length > 0) throw new Error(`There is no ${missing.join(' or ')} here`)
    // `postgres` is a source, `postgresql` a target.
    for (const target of some(targets, ({ name }) => name))
      for (const source of some(SOURCES, (name) => name)) await compare(source, target, data, servers)
    await Promise.all(targets.map((target) => target.stop?.()))
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function serversOf(folder: string, postgresUrl: string): Promise<Servers> {
  const url = new URL(postgresUrl)
  const postgres = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ssl: false,
  }
  const catalog = (await ensureLakeCatalog(join(folder, 'postgres'), postgresUrl))!
  const extensions = process.env['HEADRACE_DUCKDB_EXTENSIONS'] ?? installedExtensions()
  if (extensions === undefined) console.log('DuckDB has no extensions here: the lake is left out')
  if (dltPython === undefined) console.log('HEADRACE_BENCH_DLT names no Python: dlt is left out')
  return { folder, postgres, postgresUrl, catalog, extensions }
}

async function withSource(url: string, rows: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await fillSource(client, rows)
  } finally {
    await client.end()
  }
}

async function compare(source: SourceName, target: Target, data: LoadData, servers: Servers): Promise<void> {
  const order: Order = {
    source,
    kind: target.name,
    connection: target.connection,
    files: data.files,
    postgres: servers.postgres,
    extensions: servers.extensions,
  }
  const own = (await msOf(() => target.loadByItself(source, data))) / 1_000
  const ours = await loadElsewhere(order)
  const dlt = await secondsOfDlt(source, target, data, servers)
  if (ours.rows !== data.rows) throw new Error(`${ours.rows} of ${data.rows} rows were loaded`)
  const rate = Math.round(ours.rows / ours.seconds).toLocaleString('en')
  const share = Math.round((own / ours.seconds) * 100)
  const beside =
    dlt === undefined ? '' : `; dlt ${dlt.toFixed(1)} s: ${(dlt / ours.seconds).toFixed(2)} times as fast`
  console.log(`${source} into ${target.name}: ${ours.seconds.toFixed(1)} s, ${rate} rows/s${beside}`)
  console.log(`  ${target.command} ${own.toFixed(1)} s: ${share} % of its speed, at least 50 %`)
  console.log(
    `  memory ${ours.beforeMb} MB before, ${ours.halfMb} at half time, ${ours.peakMb} at most, limit ${LIMIT_MB}`,
  )
}

/** In a process of its own, run as the product's are, so that its memory is that of one load. */
function loadElsewhere(order: Order): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ['--as-step', JSON.stringify(order)], {
      execArgv: ['--max-semi-space-size=32', ...process.execArgv],
      env: { ...process.env, MALLOC_TRIM_THRESHOLD_: '4194304' },
    })
    child.once('message', (loaded) => resolve(loaded as Loaded))
    child.once('exit', (code) => code !== 0 && reject(new Error(`The load ended with ${code}`)))
  })
}

/** Undefined where dlt is not there, or has no such destination. */
async function secondsOfDlt(
  source: SourceName,
  { dlt }: Target,
  data: LoadData,
  servers: Servers,
): Promise<number | undefined> {
  if (dltPython === undefined || dlt === undefined || source === 'quoted') return undefined
  const place = source === 'postgres' ? servers.postgresUrl : data[source]
  const program = join(import.meta.dirname, 'support/loads/load-with-dlt.py')
  const state = join(servers.folder, 'dlt')
  try {
    const args = [program, source, place, dlt.destination, dlt.credentials, state]
    const { stdout } = await promisify(execFile)(dltPython, args, { maxBuffer: 2 ** 26 })
    return Number(/seconds ([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    console.log(
      `dlt failed: ${String((error as { stderr?: string }).stderr)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
    return undefined
  }
}
