import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { establishContainment } from '../../src/components/common/contained/containment.ts'
import { run as runBash } from '../../src/components/orchestration/bash-script/run.ts'
import { run as runPython } from '../../src/components/orchestration/python-script/run.ts'
import { stepContext } from '../../src/components/testing/step-context.ts'
import { environmentConnection } from '../../src/runner/steps/environment-connection.ts'
import { environmentSecrets } from '../../src/runner/steps/secrets.ts'
import { refusalOfScript } from '../../src/warehouses/duckdb/confine.ts'
import { createWarehouses, type Warehouses } from '../../src/warehouses/open.ts'
import type { Cell, Warehouse } from '../../src/warehouses/warehouse.ts'

/** What a pipeline's SQL tries against the runner that runs it: SECURITY.md says that none of it works. */
const never = { signal: new AbortController().signal }
let data: string
let files: string
let outside: Server
let asked = 0
let origin: string
let warehouses: Warehouses
let attacker: Warehouse

/** The same attacker where the environment maps names of databases and has functions of other dialects. */
let named: Warehouse
const names = { databases: { ANALYTICS: {}, RAW: { database: 'raw' } }, dialectFunctions: true }

async function warehouseOf(project: string, more: object = {}): Promise<Warehouse> {
  const place = { dataDir: data, filesFolder: files, project, environment: 'prod' }
  return warehouses.open(
    await environmentConnection({ type: 'DUCKDB', ...more }, place, environmentSecrets({}), {
      signal: never.signal,
      mask: () => undefined,
    }),
  )
}

beforeAll(async () => {
  data = await realpath(await mkdtemp(join(tmpdir(), 'headrace-security-')))
  files = join(data, 'files')
  await mkdir(files)
  await mkdir(join(data, 'files-of-another'))
  await writeFile(join(data, 'files-of-another', 'x.csv'), 'a\n1\n')
  await writeFile(join(data, 'admin-credentials.json'), '{"clientSecret":"stolen"}')
  await symlink(join(data, 'admin-credentials.json'), join(files, 'link.json'))
  await symlink(data, join(files, 'up'))
  outside = createServer((_request, response) => {
    asked++
    response.end('a\n1\n')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  warehouses = createWarehouses({ allowPrivateAddresses: true })
  const victim = await warehouseOf('victim')
  await victim.execute('create table secrets as select 42 as a', never)
  attacker = await warehouseOf('attacker')
  await attacker.execute('create table own as select 1 as a', never)
  named = await warehouseOf('named', names)
  await named.execute('create table own as select 1 as a; create table RAW.PUBLIC.r as select 2 as a', never)
})

afterAll(async () => {
  await warehouses.close()
  outside.close()
  await rm(data, { recursive: true })
})

/** What stands for paths in the attacks below is put in when the folders are known. */
const filled = (sql: string): string =>
  sql.replaceAll('DATA', data).replaceAll('FILES', files).replaceAll('ORIGIN', origin)

test.each([
  "select * from read_text('DATA/admin-credentials.json')",
  "select * from read_json('DATA/admin-credentials.json')",
  "from 'DATA/admin-credentials.json'",
  "select * from read_text('FILES/../admin-credentials.json')",
  "select * from read_text('FILES/link.json')",
  "select * from read_text('FILES/up/admin-credentials.json')",
  "select * from read_csv('DATA/files-of-another/x.csv')",
  "select * from sniff_csv('/etc/passwd')",
  "select * from read_text('/proc/self/environ')",
  "select * from read_text('/dev/stdin')",
  "select * from glob('DATA/*')",
  "select * from glob('FILES/../*')",
  "attach 'DATA/warehouse/victim/prod.duckdb' as victim (read_only)",
  "attach 'FILES/../warehouse/victim/prod.duckdb' as victim",
  "select * from read_blob('DATA/warehouse/victim/prod.duckdb')",
  "copy own to 'DATA/out.csv'",
  "copy own to 'FILES/up/out.csv'",
  "copy own from 'DATA/files-of-another/x.csv'",
  "export database 'DATA/exported'",
  'install httpfs',
  "install httpfs from 'ORIGIN'",
  "force install x from 'ORIGIN'",
  "load 'FILES/x.duckdb_extension'",
  "from 'ORIGIN/x.csv'",
  "select * from read_text('ORIGIN/x.csv')",
  "from read_parquet('s3://bucket/x.parquet')",
  "attach 'ORIGIN/x.duckdb' as far",
  "select getenv('HOME')",
  'set enable_external_access = true',
  'set lock_configuration = false',
  'reset lock_configuration',
  "set global allowed_directories = ['/']",
  "set allowed_configs = ['allowed_directories']",
  "set temp_directory = 'DATA/elsewhere'",
  "set memory_limit = '500GB'",
  'set allow_unsigned_extensions = true',
  "create persistent secret s (type http, bearer_token 'x')",
])('%s is refused', async (template) => {
  for (const one of [attacker, named]) await expect(one.execute(filled(template), never)).rejects.toThrow()
  expect((await readdir(data)).toSorted()).toEqual([
    'admin-credentials.json',
    'files',
    'files-of-another',
    'warehouse',
  ])
  expect(asked).toBe(0)
})

test.each([
  "call enable_logging(storage = 'file', storage_path = 'DATA/logs')",
  'select * from "ENABLE_logging"()',
  "/* /* */ ' */ select * from query('select * from enable_' || 'logging()') --'",
  `select e'\\'', * from query /* */ ('select 1')`,
  "select json_execute_serialized_sql('{}')",
  "import database 'FILES/exported'",
  'call enable_peg_parser()',
  'pragma import_database(1)',
  "call\u00a0enable_logging\u2003(storage = 'file', storage_path = 'DATA/logs')",
  "select * from query\u00a0('select 1')",
  'select $\u00a0$ $\u00a0$, 1 as x\u00a0',
  "select 1 --\r union all select * from query('select 1')",
  "select e'' -- goes on below\n '\\'', * from query('select 1') --'",
])('%s is refused before it runs: writing a log elsewhere ends the whole runner', async (template) => {
  for (const one of [attacker, named]) {
    await expect(one.execute(filled(template), never)).rejects.toThrow('is not available here')
    await expect(one.query(filled(template), never)).rejects.toThrow('is not available here')
  }
})

test.each([
  [
    'view',
    "create view hidden as select * from enable_logging(storage = 'file', storage_path = 'DATA/logs')",
  ],
  ['macro', 'create macro hidden(script) as table select * from query(script)'],
  ['parser', 'create schema s; create view s.hidden as from enable_peg_parser()'],
  ['scalar', "create macro hidden() as (select max(a) from query('select 42 as a'))"],
])('a database whose %s would call it unseen is not attached', async (name, template) => {
  const file = join(files, `${name}.duckdb`)
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(filled(template))
  await connection.run('create table t as select 1 as a; create view v as from t; create macro m() as 1')
  connection.closeSync()
  instance.closeSync()
  for (const one of [attacker, named]) {
    await expect(one.execute(`attach '${file}' as ${name}`, never)).rejects.toThrow(
      `${name} cannot be attached because of its view or macro hidden`,
    )
    await expect(one.query(`from ${name}.v`, never)).rejects.toThrow('does not exist')
  }
})

test('what DuckDB takes for a space is refused where it is a letter for us, and is text in quotes and comments', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const isSpace = async (sign: string): Promise<boolean> => {
    try {
      return (await connection.extractStatements(`select${sign}1`)).count === 1
    } catch {
      return false
    }
  }
  const signs = Array.from({ length: 0xffff - 0x7f }, (_, at) => String.fromCharCode(at + 0x80))
  const spaces: string[] = []
  for (const sign of signs) if (await isSpace(sign)) spaces.push(sign)
  connection.closeSync()
  const isRefused = (sql: string) => refusalOfScript(sql, { folders: [] }) !== undefined
  expect(signs.filter((sign) => isRefused(`select${sign}1`))).toEqual(spaces)
  const kept = spaces.join('')
  const script = `select '${kept}' as "${kept}", e'${kept}', $a$${kept}$a$ -- ${kept}\n /* ${kept} */`
  expect(isRefused(script)).toBe(false)
  await attacker.execute(script, never)
})

const exchanges = [
  'import os, time',
  'there = os.environ["HEADRACE_FILES"] + "/"',
  'os.mkdir(there + "folder")',
  'open(there + "folder/admin-credentials.json", "w").close()',
  'os.symlink("DATA", there + "link")',
  'end = time.monotonic() + 10',
  'while time.monotonic() < end:',
  '  for one, other in ("folder", "kept"), ("link", "folder"), ("folder", "link"), ("kept", "folder"):',
  '    os.rename(there + one, there + other)',
].join('\n')

describe.runIf(process.platform === 'linux')('a script beside the SQL', () => {
  const filesFolder = () => join(files, 'shared')
  afterEach(() => rm(filesFolder(), { recursive: true }))

  async function contextOf(python: string) {
    const containment = await establishContainment({
      mode: 'contained',
      limits: { memoryMib: 256, processes: 64, fileMib: 8, cpuSeconds: 0 },
      scratchRoot: join(data, 'warehouse', 'scratch'),
      readable: [],
      hidden: [data],
      path: process.env['PATH'] ?? '',
      python,
    })
    const zone = { project: 'attacker', environment: 'prod', filesFolder: filesFolder() }
    return stepContext({ scripts: containment.scriptsFor(zone), filesFolder: filesFolder() })
  }

  test('cannot exchange a folder for a link between the check of a path and its opening', async () => {
    const context = await contextOf('python3')
    let isOver = false
    const script = (async () => runPython.run(context, { script: exchanges.replace('DATA', data) }))()
    void script.finally(() => {
      isOver = true
    })
    const read = filled("select content from read_text('FILES/shared/folder/admin-credentials.json')")
    while (!isOver) {
      const rows = await attacker
        .query(read, never)
        .then(async ({ batches }) => (await Array.fromAsync(batches)).flat())
        .catch(() => [])
      expect(rows.flat().join()).not.toContain('stolen')
    }
    expect(await script).toMatchObject({
      message: expect.stringMatching(/Permission denied|Read-only file system/),
    })
    await context.dispose()
  }, 30_000)

  test('only reads the files where nothing keeps it from that', async () => {
    await mkdir(filesFolder())
    await writeFile(join(filesFolder(), 'mine'), 'mine')
    const context = await contextOf('no-such-python')
    const script = 'cat "$HEADRACE_FILES/mine"; echo; touch "$HEADRACE_FILES/more"'
    expect(await runBash.run(context, { script })).toMatchObject({ result: 'FAILED' })
    expect(context.lines).toEqual(['mine', expect.stringContaining('Read-only file system')])
    await context.dispose()
  })
})

test('a refusal says what SQL may reach', async () => {
  const reading = attacker.query(filled("from read_text('DATA/admin-credentials.json')"), never)
  await expect(reading).rejects.toThrow(`SQL may reach only files below ${files}, and no network`)
  await expect(attacker.describeQuery(filled("from 'ORIGIN/x.csv'"), never)).rejects.toThrow('no network')
  await expect(attacker.execute('set threads = 64', never)).rejects.toThrow('SQL may set timezone')
})

test.each(['plain', 'named'])(
  'work inside goes on for the %s one: tables, files, settings',
  async (which) => {
    const inside = which === 'named' ? named : attacker
    const rows: Cell[][] = []
    await inside.execute(
      filled(`
      create table query as select range as n, md5(range::varchar) as t from range(50000);
      copy query to 'FILES/out.parquet';
      create table back as from 'FILES/out.parquet';
      attach 'FILES/side.duckdb' as side; create or replace table side.t as select 1 as a; detach side;
      -- a comment about enable_logging and query (…)
      set timezone = 'Europe/Berlin'`),
      never,
    )
    const { batches } = await inside.query(
      filled(
        "set timezone = 'Europe/Berlin'; select count(*), timestamptz '2026-07-01 00:00:00+00' from back, own",
      ),
      never,
    )
    for await (const batch of batches) rows.push(...batch.map((row) => [...row]))
    expect(rows[0]?.[0]).toBe('50000')
  },
)

test('what may change nothing writes no file either, in a folder that other SQL writes to', async () => {
  const to = (name: string) => `'${join(files, 'kept', name)}'`
  await mkdir(join(files, 'kept'))
  await attacker.execute(`copy (select 1 as a) to ${to('kept.csv')}`, never)
  for (const sql of [
    `copy (select 2 as a) to ${to('kept.csv')}`,
    `explain analyze copy (select 2 as a) to ${to('kept.csv')}`,
    `export database ${to('exported')}`,
    `attach ${to('made.db')} as made`,
  ])
    await expect(attacker.query(sql, { ...never, readOnly: true }), sql).rejects.toThrow(
      'Only a query can be read without changing anything',
    )
  const made = await readdir(join(files, 'kept'), { recursive: true, withFileTypes: true })
  expect(made.filter((one) => one.isFile()).map(({ name }) => name)).toEqual(['kept.csv'])
  const { batches } = await attacker.query(`select a from ${to('kept.csv')}`, { ...never, readOnly: true })
  for await (const batch of batches) expect(batch).toEqual([['1']])
})
