import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { changeMasterKey, enterInstallation } from '../../features/installation/service.ts'
import { silent } from '../../lib/log.ts'
import { readSettings } from '../settings/settings.ts'
import { runAudit } from './audit.ts'
import { runRotate } from './rotate-master-key.ts'

const [own, other] = [useDatabase(), useDatabase()]
let folder: string
let masterKey: Buffer

const textOf = (key: Buffer) => `${key.toString('base64')}\n`
const rotate = (databaseUrl = own.url, more: Readonly<Record<string, string>> = {}) =>
  runRotate(
    readSettings({ DATABASE_URL: databaseUrl, HEADRACE_DATA_DIR: folder, ...more }, {}).settings,
    silent,
  )
const nextFile = () => join(folder, 'master-key.next')

/** A run that was killed when the database used the new key and the file had not been renamed. */
async function anInterruptedRotation(): Promise<Buffer> {
  const key = randomBytes(32)
  await writeFile(nextFile(), textOf(key))
  expect(await changeMasterKey(own.db, masterKey, key)).toBe('changed')
  return key
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-rotate-'))
  masterKey = randomBytes(32)
  await writeFile(join(folder, 'master-key'), textOf(masterKey))
  for (const { db } of [own, other]) await sql`truncate installation cascade`.execute(db)
  await enterInstallation(own.db, masterKey)
  await enterInstallation(other.db, randomBytes(32))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

test('a folder without an installation is named, and not made', async () => {
  const settings = { HEADRACE_DATA_DIR: join(folder, 'none') }
  const run = (command: typeof runAudit) =>
    command(readSettings(settings, {}).settings, silent, { argument: 'verify', switches: new Set() })
  for (const command of [runAudit, runRotate])
    await expect(run(command)).rejects.toThrow('none contains no installation. Set HEADRACE_DATA_DIR.')
  expect(await readdir(folder)).toEqual(['master-key'])
})

test('a database that cannot be reached, or holds no installation, is refused in a sentence', async () => {
  await sql`truncate installation cascade`.execute(own.db)
  const run = (command: typeof runAudit, url: string) => {
    const { settings } = readSettings({ DATABASE_URL: url, HEADRACE_DATA_DIR: folder }, {})
    return command(settings, silent, { argument: 'verify', switches: new Set() })
  }
  for (const command of [runAudit, runRotate]) {
    await expect(run(command, own.url)).rejects.toThrow('no Headrace was ever started over this database')
    await expect(run(command, 'postgres://127.0.0.1:1/x')).rejects.toThrow('Cannot connect to PostgreSQL')
  }
})

test('a new key that the database refuses is taken away again', async () => {
  await expect(rotate(other.url)).rejects.toThrow('nothing was changed')
  expect(await readdir(folder)).toEqual(['master-key'])
})

test('a key that the database uses already survives a repeat against another database', async () => {
  const key = await anInterruptedRotation()
  await expect(rotate(other.url)).rejects.toThrow('nothing was changed')
  expect(await readFile(nextFile(), 'utf8')).toBe(textOf(key))
  expect(await rotate()).toBe(0)
  expect(await readdir(folder)).toEqual(['master-key'])
  expect(await readFile(join(folder, 'master-key'), 'utf8')).toBe(textOf(key))
})

test('a rotation to another key is refused until an interrupted one is finished', async () => {
  const key = await anInterruptedRotation()
  const wanted = randomBytes(32)
  const to = (one: Buffer) => rotate(own.url, { HEADRACE_NEW_MASTER_KEY: one.toString('base64') })
  await expect(to(wanted)).rejects.toThrow('finish that rotation without HEADRACE_NEW_MASTER_KEY')
  expect(await readFile(nextFile(), 'utf8')).toBe(textOf(key))
  expect(await to(key)).toBe(0)
  expect(await to(wanted)).toBe(0)
  expect(await readFile(join(folder, 'master-key'), 'utf8')).toBe(textOf(wanted))
})

test('the new key may be in a file, as the other secrets', async () => {
  const [key, file] = [randomBytes(32), join(folder, 'new-key')]
  await writeFile(file, textOf(key))
  const given = { HEADRACE_MASTER_KEY: masterKey.toString('base64'), HEADRACE_NEW_MASTER_KEY_FILE: file }
  expect(await rotate(own.url, given)).toBe(0)
  await expect(changeMasterKey(own.db, key, randomBytes(32))).resolves.toBe('changed')
})
