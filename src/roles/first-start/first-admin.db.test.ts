import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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

async function signsIn(
  origin: string,
  { clientId, secret, person }: Omit<FirstAdmin, 'secretGiven'>,
): Promise<boolean> {
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

test('a secret that was made is shown, one that the settings state is not', () => {
  const shown = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => shown.mockRestore())
  const { show } = announceAdmin(folder)
  show({ clientId: 'a', secret: 'made-here', secretGiven: false })
  show({ clientId: 'b', secret: 'from-a-file', secretGiven: true })
  expect(shown.mock.calls.map(([text]) => text)).toEqual([
    expect.stringContaining('made-here'),
    expect.not.stringContaining('from-a-file'),
  ])
})

/**
 * Makes somebody else administrator with what `admin` may, and deletes the credential and the user of
 * `admin`.
 */
async function handOver(origin: string, admin: FirstAdmin): Promise<void> {
  const form = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.secret }
  const asked = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response.status === 204
      ? undefined
      : ((await response.json()) as { id: string; Resources: { id: string }[]; results: object[] })
  }
  const users = '/directory-integration/scim/v2/Users'
  const [first] = (await call('GET', `${users}?filter=userName%20eq%20%22admin%22`))!.Resources
  const { id } = (await call('POST', users, {
    meta: {},
    userName: 'ada',
    password: 'a long enough passphrase',
  }))!
  await call('PUT', `/users/${id}/roles`, {
    accountRole: 'SUPER_ADMIN',
    projectRoles: [],
    environmentAccess: [],
  })
  await call('DELETE', `${users}/${first!.id}`)
  const { results } = (await call('GET', '/events?operation=createFirstAdministrator'))!
  expect(results).toMatchObject([{ outcome: 'SUCCEEDED', after: { clientId: admin.clientId } }])
  await call('DELETE', `/api-credentials/${admin.clientId}`)
}

test.each([
  ['generated', {}],
  ['given', { HEADRACE_ADMIN_CLIENT_ID: 'first', HEADRACE_ADMIN_CLIENT_SECRET: 'secret of the first' }],
])('a first administrator whose credential was %s stays deleted, and was recorded', async (_, given) => {
  const own = readSettings({ HEADRACE_PORT: '0', ...given }, {}).settings
  const again = () => startApi({ settings: own, databaseUrl: database.url, masterKey, log: silent })
  const api = await again()
  await handOver(api.origin, api.firstAdmin!)
  const left = await principals()
  await api.close()

  const later = await again()
  expect(later.firstAdmin).toBeUndefined()
  expect(await principals()).toBe(left)
  await later.close()
})
