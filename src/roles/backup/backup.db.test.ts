import { randomBytes } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { query } from '../../../test/support/embedded.ts'
import { aDatabase } from '../../../test/support/template.ts'
import { openSnapshot } from '../../db/backup/snapshot.ts'
import { openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { createBare } from '../../git/bare.ts'
import { silent } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type BackUpOptions, backUp } from './back-up.ts'
import { checkBackup } from './read-backup.ts'
import { type RestoreOptions, restore } from './restore.ts'

/** Each restoration runs every migration. */
vi.setConfig({ testTimeout: 120_000 })

/** The database of an API that goes on serving while it is backed up. */
const source = useApi()

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database without anything in it. */
async function anEmptyDatabase(): Promise<string> {
  const { url, drop } = await aDatabase()
  onTestFinished(drop)
  await query(url, 'drop schema public cascade')
  await query(url, 'create schema public')
  return url
}

async function save(own: Partial<BackUpOptions> = {}): Promise<string> {
  const file = join(await aFolder(), 'backup.tar')
  await saveTo(file, own)
  return file
}

const saveTo = (file: string, own: Partial<BackUpOptions>) =>
  backUp({
    connectionString: source.databaseUrl,
    file,
    masterKey: undefined,
    hostedFolder: undefined,
    folders: {},
    onProgress: () => undefined,
    ...own,
  })

async function bringBack(file: string, connectionString: string, own: Partial<RestoreOptions> = {}) {
  const { manifest } = await checkBackup(file, () => undefined)
  const folder = await aFolder()
  return restore({
    connectionString,
    file,
    manifest,
    replace: false,
    hostedFolder: join(folder, 'git/hosted'),
    folders: { files: join(folder, 'files') },
    onProgress: () => undefined,
    ...own,
  })
}

/** Every row of every table, and where the sequences are. */
async function contentOf(connectionString: string) {
  const snapshot = await openSnapshot(connectionString)
  try {
    const tables: Record<string, string[]> = {}
    for (const table of snapshot.tables)
      tables[table.name] = (await text(snapshot.rowsOf(table).stream)).split('\n').sort()
    return { tables, sequences: snapshot.sequences }
  } finally {
    await snapshot.close()
  }
}

/** References, triggers, constraints and indexes, as PostgreSQL writes them. */
const definitionsOf = (connectionString: string) =>
  query(
    connectionString,
    `select pg_get_constraintdef(oid) as text from pg_constraint
      where connamespace = current_schema()::regnamespace and conrelid <> 0
     union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select pg_get_indexdef(indexrelid) from pg_index
      where indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
     order by 1`,
  )

test('an empty database gets every row and definition, also what text formats find hard', async () => {
  const description = "tab\t, line\n, back\\slash, \\N, quote' and Grüße 水 🌊"
  const { body } = await source.call<{ projectId: string }>('POST', '/v1/projects', {
    body: { name: 'Saved', description },
  })
  await source.call('POST', `/v1/projects/${body.projectId}/variables`, {
    body: { name: 'kept', type: 'TEXT', behaviour: 'SHARED', value: description },
  })
  const target = await anEmptyDatabase()

  await bringBack(await save(), target)

  const [before, after] = [await contentOf(source.databaseUrl), await contentOf(target)]
  expect(after).toEqual(before)
  expect(after.tables['project']!.length).toBeGreaterThan(1)
  expect(await definitionsOf(target)).toEqual(await definitionsOf(source.databaseUrl))
  expect(await migrate(target, silent)).toEqual({ applied: [] })
})

test('a snapshot does not see what is written after it was opened', async () => {
  const snapshot = await openSnapshot(source.databaseUrl)
  const rowsOf = async (name: string) =>
    text(snapshot.rowsOf(snapshot.tables.find((table) => table.name === name)!).stream)
  const tracks = await rowsOf('agent_track')
  const id = crypto.randomUUID()
  await query(
    source.databaseUrl,
    `insert into principal (id, kind, account_role) values ('${id}', 'USER', 'USER')`,
  )
  expect(await rowsOf('principal')).not.toContain(id)
  expect(await rowsOf('agent_track')).toBe(tracks)
  await snapshot.close()
})

test('a backup under load is of one moment: what was written together is there together', async () => {
  const writer = new pg.Client({ connectionString: source.databaseUrl })
  await writer.connect()
  let writing = true
  const written: string[] = []
  const write = async () => {
    while (writing) {
      await writer.query('begin')
      // Tables are saved in the order of their names: without a snapshot the first row would come alone.
      const id = crypto.randomUUID()
      await writer.query("insert into principal (id, kind, account_role) values ($1, 'USER', 'USER')", [id])
      await writer.query("insert into agent_track (name, version, release_date) values ($1, '1.0', now())", [
        id,
      ])
      await writer.query('commit')
      written.push(id)
    }
  }
  const load = write()
  await expect.poll(() => written.length).toBeGreaterThan(10)
  const target = await anEmptyDatabase()

  const before = written.length
  await bringBack(await save(), target)
  await expect.poll(() => written.length).toBeGreaterThan(before)
  writing = false
  await load
  await writer.end()

  const ids = `array['${written.join("','")}']`
  const [counts] = await query(
    target,
    `select (select count(*) from agent_track where name = any(${ids}))::int as tracks,
            (select count(*) from principal where id = any(${ids}::uuid[]))::int as principals`,
  )
  expect(counts).toMatchObject({ principals: counts!['tracks'] })
  expect(counts!['tracks']).toBeGreaterThan(10)
})

test('an installation is replaced only when that was asked for, and then as a whole', async () => {
  const target = await anEmptyDatabase()
  const file = await save()
  await bringBack(file, target)
  await query(target, "insert into agent_track (name, version, release_date) values ('younger', '9', now())")
  await query(target, 'create table of_somebody_else (id int)')

  await expect(bringBack(file, target)).rejects.toThrow(/holds an installation already.*--replace/)
  expect((await contentOf(target)).tables['agent_track']!.join()).toContain('younger')

  await bringBack(file, target, { replace: true })
  expect((await contentOf(target)).tables['agent_track']!.join()).not.toContain('younger')
  expect(await query(target, 'select count(*)::int as count from of_somebody_else')).toEqual([{ count: 0 }])
})

test('what was there stays when a restoration fails on its way', async () => {
  const target = await anEmptyDatabase()
  const file = await save()
  await bringBack(file, target)
  const before = await contentOf(target)
  const { manifest } = await checkBackup(file, () => undefined)
  const wrong = manifest.tables.map((table) => ({
    ...table,
    rows: table.rows + (table.name === 'step' ? 1 : 0),
  }))

  const outcome = bringBack(file, target, { replace: true, manifest: { ...manifest, tables: wrong } })

  await expect(outcome).rejects.toThrow('The backup has 1 rows of step, and 0 were restored.')
  expect(await contentOf(target)).toEqual(before)
})

test('a restoration that finds no room says so', async () => {
  const file = await save()
  const onProgress = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const outcome = bringBack(file, await anEmptyDatabase(), { onProgress })
  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(/^The backup cannot be restored: ENOSPC.* Nothing was changed\.$/)
})

test('a database that an API serves is not replaced under it', async () => {
  await source.call('GET', '/v1/projects')
  const outcome = bringBack(await save(), source.databaseUrl, { replace: true })
  await expect(outcome).rejects.toThrow(/Headrace is running over this database/)
})

test('a server is seen whose address of the database names an application', async () => {
  const target = await anEmptyDatabase()
  await bringBack(await save(), target)
  const address = `${target}?application_name=prod&options=-c%20work_mem%3D5MB`
  const database = openDatabase({ connectionString: address, log: silent })
  try {
    const { rows } = await sql<{ memory: string }>`select current_setting('work_mem') as memory`.execute(
      database.db,
    )
    expect(rows).toEqual([{ memory: '5MB' }])
    const outcome = bringBack(await save(), target, { replace: true })
    await expect(outcome).rejects.toThrow(/Headrace is running over this database/)
  } finally {
    await database.close()
  }
})

test('a backup of a newer version is refused by name', async () => {
  const file = await save()
  const { manifest } = await checkBackup(file, () => undefined)
  const schema = [...manifest.schema, { name: '9999-future.sql', checksum: '' }]
  const outcome = bringBack(file, await anEmptyDatabase(), { manifest: { ...manifest, schema } })
  await expect(outcome).rejects.toThrow(/made by a newer Headrace \(it knows 9999-future\.sql\)/)
})

test('a database without an installation gives no backup, and no file', async () => {
  const folder = await aFolder()
  const connectionString = await anEmptyDatabase()
  const outcome = save({ connectionString, file: join(folder, 'none.tar') })
  await expect(outcome).rejects.toThrow(/^There is nothing to back up/)
  expect(await readdir(folder)).toEqual([])
})

test('files are saved with their modes and put in place when all is there; what was there is kept aside', async () => {
  const [from, to] = [await aFolder(), join(await aFolder(), 'files')]
  await mkdir(join(from, 'p/Grüße'), { recursive: true })
  const content = randomBytes(3_000_000)
  await writeFile(join(from, 'p/Grüße/data.bin'), content, { mode: 0o640 })
  const file = await save({ folders: { files: from } })
  const target = await anEmptyDatabase()

  expect(await bringBack(file, target, { folders: { files: to } })).toEqual([])
  expect(await readFile(join(to, 'p/Grüße/data.bin'))).toEqual(content)
  expect((await stat(join(to, 'p/Grüße/data.bin'))).mode & 0o777).toBe(0o640)

  await expect(bringBack(file, await anEmptyDatabase(), { folders: { files: to } })).rejects.toThrow(
    /is not empty/,
  )
  await writeFile(join(to, 'younger'), '')
  const [replaced] = await bringBack(file, target, { folders: { files: to }, replace: true })
  expect(await readdir(to)).toEqual(['p'])
  expect(await readdir(replaced!.keptAs)).toEqual(expect.arrayContaining(['p', 'younger']))
})

test('a folder is put in place also where the settings name it with a slash at its end', async () => {
  const [from, to] = [await aFolder(), join(await aFolder(), 'files')]
  await writeFile(join(from, 'a'), 'kept')
  const file = await save({ folders: { files: from } })
  await bringBack(file, await anEmptyDatabase(), { folders: { files: `${to}/` } })
  expect(await readFile(join(to, 'a'), 'utf8')).toBe('kept')
})

test('what no project can have is left out of the repositories, so that the backup can be restored', async () => {
  const [hosted, to] = [await aFolder(), await aFolder()]
  await createBare(join(hosted, 'one.git'))
  await cp(join(hosted, 'one.git'), join(hosted, 'one copy.git'), { recursive: true })
  const file = await save({ hostedFolder: hosted })
  await bringBack(file, await anEmptyDatabase(), { hostedFolder: join(to, 'hosted') })
  expect(await readdir(join(to, 'hosted'))).toEqual(['one.git'])
})

test('files keep the times of their last changes: triggers and loads take one with another time for a new file', async () => {
  const [from, to] = [await aFolder(), join(await aFolder(), 'files')]
  const names = Array.from({ length: 40 }, (_, i) => `file ${i}`)
  for (const name of names) await writeFile(join(from, name), name)
  await utimes(join(from, names[0]!), '-1.5', '-1.5')
  const timesIn = (folder: string) =>
    Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  await bringBack(await save({ folders: { files: from } }), await anEmptyDatabase(), {
    folders: { files: to },
  })
  expect(await timesIn(to)).toEqual(await timesIn(from))
})

test.each(['hostedFolder', 'folders'])('a folder that cannot be read makes no backup: %s', async (which) => {
  const folder = await aFolder()
  const noFolder = join(folder, 'a-file')
  await writeFile(noFolder, '')
  const places = which === 'folders' ? { folders: { files: noFolder } } : { hostedFolder: noFolder }
  const outcome = save({ ...places, file: join(folder, 'none.tar') })
  await expect(outcome).rejects.toThrow(/^The backup cannot read .*a-file/)
  expect(await readdir(folder)).toEqual(['a-file'])
})

test('a folder that cannot be read is not restored over', async () => {
  const file = await save({ folders: { files: await aFolder() } })
  const noFolder = join(await aFolder(), 'a-file')
  await writeFile(noFolder, '')
  const outcome = bringBack(file, await anEmptyDatabase(), { folders: { files: noFolder }, replace: true })
  await expect(outcome).rejects.toThrow(/^.*a-file cannot be read: ENOTDIR/)
})

test('hosted repositories whose folder is gone are named', async () => {
  const { body } = await source.call<{ projectId: string }>('POST', '/v1/projects', {
    body: { name: 'Gone' },
  })
  await query(
    source.databaseUrl,
    `insert into repository (project_id, provider, repository_name, provider_parameters, created_by)
     values ('${body.projectId}', 'hosted', 'hosted', '{}', 'test')`,
  )
  const folder = await aFolder()
  const hosted = await saveTo(join(folder, 'a.tar'), { hostedFolder: join(folder, 'none') })
  expect(hosted.missing).toEqual([`${body.projectId}.git`])
  expect((await saveTo(join(folder, 'b.tar'), {})).missing).toEqual([])
})

test.runIf(process.platform === 'linux')('a mount point is refused before anything has changed', async () => {
  const file = await save({ folders: { files: await aFolder() } })
  const target = await anEmptyDatabase()
  const outcome = bringBack(file, target, { folders: { files: '/proc' }, replace: true })
  await expect(outcome).rejects.toThrow(/^\/proc cannot be replaced: E.*mount point/)
  expect(await bringBack(file, target)).toEqual([]) // it is empty still
})

test('the master key is in a backup only where that was asked for', async () => {
  const masterKey = randomBytes(32)
  expect((await checkBackup(await save(), () => undefined)).masterKey).toBeUndefined()
  const file = await save({ masterKey })
  expect((await checkBackup(file, () => undefined)).masterKey).toEqual(masterKey)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test.each([
  ['is cut', (file: string) => truncate(file, 20_000), /ends too early/],
  ['was changed', (file: string) => overwrite(file, 1_200), /checksum differs|damaged/],
  ['is something else', (file: string) => writeFile(file, 'x'.repeat(2_000)), /is not a tar file/],
])('a file that %s is refused before anything is touched', async (_, spoil, message) => {
  const file = await save()
  await spoil(file)
  const outcome = checkBackup(file, () => undefined)
  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(message)
})

async function overwrite(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[at]! ^= 1
  await writeFile(file, bytes)
}

test('a name that is taken is refused, and the file there stays', async () => {
  const file = await save()
  const before = await readFile(file)
  await expect(save({ file })).rejects.toThrow(/exists already/)
  expect(await readFile(file)).toEqual(before)
})

test('a backup by an account without the right to read a table fails with a clear message', async () => {
  const ofTable = (rights: string) => query(source.databaseUrl, `${rights} current_user`)
  await ofTable('revoke select on api_credential from')
  onTestFinished(async () => void (await ofTable('grant select on api_credential to')))
  await expect(save()).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/permission denied for table api_credential.*account of DATABASE_URL/),
  })
})
