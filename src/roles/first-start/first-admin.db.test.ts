import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/template.ts'
import { openDatabase } from '../../db/database.ts'
import { silent } from '../../lib/log.ts'
import { startApi } from '../api/api.ts'
import { readSettings } from '../settings/settings.ts'
import { type AdminAnnouncement, announceAdmin, type FirstAdmin } from './admin-credentials.ts'

/** The secrets of the first administrator are created once and cannot be read again. */
const { settings } = readSettings({ HEADRACE_PORT: '0' }, {})
const masterKey = randomBytes(32)
let database: Awaited<ReturnType<typeof aDatabase>>
let folder: string

beforeEach(async () => {
  database = await aDatabase()
  folder = await mkdtemp(join(tmpdir(), 'headrace-first-admin-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const start = (announce: AdminAnnouncement) =>
  startApi({ settings, databaseUrl: database.url, masterKey, log: silent, announce })

async function principals(): Promise<number> {
  const { db, close } = openDatabase({ connectionString: database.url, log: silent })
  const rows = await db.selectFrom('principal').select('id').execute()
  await close()
  return rows.length
}

async function signsIn(origin: string, { clientId, secret, person }: FirstAdmin): Promise<boolean> {
  const token = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    }),
  })
  const session = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  return token.ok && session.ok
}

test('the credential of the first administrator is written before it exists, and shown once it does', async () => {
  const calls: [string, FirstAdmin, number][] = []
  const api = await start({
    keep: async (admin) => void calls.push(['kept', admin, await principals()]),
    show: (admin) => void calls.push(['shown', admin, 2]),
  })
  const admin = api.firstAdmin!
  expect(calls).toEqual([
    ['kept', admin, 0],
    ['shown', admin, 2],
  ])
  expect(await principals()).toBe(2)
  expect(await signsIn(api.origin, admin)).toBe(true)
  await api.close()
})

test('no administrator is created when its credential cannot be written, and the next start creates one', async () => {
  const path = join(folder, 'admin-credentials.json')
  await mkdir(path) // a file cannot take the place of a folder
  await expect(start(announceAdmin(folder))).rejects.toThrow(
    /^The first administrator cannot be written to .*admin-credentials\.json/,
  )
  expect(await principals()).toBe(0)
  expect(await readdir(folder)).toEqual(['admin-credentials.json'])

  await rm(path, { recursive: true })
  const api = await start(announceAdmin(folder))
  const { clientId, clientSecret: secret, ...person } = JSON.parse(await readFile(path, 'utf8'))
  expect(await signsIn(api.origin, { clientId, secret, person })).toBe(true)
  await api.close()
})
