import { mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSftp } from '../../../../test/support/sftp.ts'
import { collectGarbage } from '../../../lib/collect-garbage.ts'
import { componentCatalog } from '../../catalog.ts'
import { openSftp, type SftpAddress } from '../../common/sftp/session.ts'
import { openSftpFolder } from '../../common/sftp/sftp-store.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { run } from './run.ts'

/** One in some hundred keys that ssh2 makes is malformed, by its own reading too. */
function aKey(): ReturnType<typeof ssh2.utils.generateKeyPairSync> {
  const options = { passphrase: 'open', cipher: 'aes256-ctr', rounds: 1 } as const
  const made = ssh2.utils.generateKeyPairSync('ed25519', options)
  return ssh2.utils.parseKey(made.private, options.passphrase) instanceof Error ? aKey() : made
}
const key = aKey()
const publicKey = key.public
const big = Buffer.alloc(300_000, 'abcdefg')
let root: string
let server: Awaited<ReturnType<typeof startSftp>>
const secrets = { 'sftp-password': 'pa$s', 'sftp-key': key.private.trim(), 'sftp-passphrase': 'open' }

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'headrace-sftp-'))
  await mkdir(join(root, 'home/in/deep/er'), { recursive: true })
  for (const name of [
    'in/b.csv',
    'in/a b.csv',
    'in/.hidden.csv',
    'in/deep/c.csv',
    'in/deep/er/d.csv',
    'in/x.txt',
  ])
    await writeFile(join(root, 'home', name), name)
  await writeFile(join(root, 'home/in/big.bin'), big)
  await writeFile(join(root, 'outside.csv'), 'x')
  await symlink('/etc', join(root, 'home/in/link'))
  await utimes(join(root, 'home/in/b.csv'), 0, new Date('2026-03-01T12:34:56Z'))
  server = await startSftp({ root, home: 'home', user: 'loader', password: 'pa$s', publicKey })
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

async function iterate(parameters: object, step: TestStep = {}) {
  const context = stepContext({ variables: { folder: '', file: '', at: '' }, secrets, ...step })
  const expansion = await run.expand!(context, {
    inputDataType: 'SFTP',
    inputDataUrl3: `sftp://127.0.0.1:${server.port}/home/in`,
    username: 'loader',
    password: 'sftp-password',
    hostKey: server.hostKey,
    filterRegex: '.*[.]csv',
    variables: [
      ['folder', 'Subfolder'],
      ['file', 'Filename'],
    ],
    ...parameters,
  } as never)
  if ('failed' in expansion) return expansion.failed
  return expansion.iterations.map((updates) => updates.map(({ value }) => value).join('|'))
}

test('files of a server are iterated over in the order of their names, without links', async () => {
  const all = ['|.hidden.csv', '|a b.csv', '|b.csv', 'deep|c.csv', 'deep/er|d.csv']
  expect(await iterate({})).toEqual(all)
  expect(await iterate({ ignoreHidden: 'Yes' })).toEqual(all.slice(1))
  expect(await iterate({ recursive: 'No' })).toEqual(all.slice(0, 3))
  expect(await iterate({ maxRecursionDepth: '1' })).toEqual(all.slice(0, 4))
  expect(await iterate({ maxIterations: '1', filterRegex: 'deep/.*' })).toEqual(['deep|c.csv'])
  const home = `sftp://loader@127.0.0.1:${server.port}/in/deep/`
  const fromHome = { inputDataUrl3: home, username: '', setHomeDirectoryAsRoot: 'Yes' }
  expect(await iterate(fromHome)).toEqual(['|c.csv', 'er|d.csv'])
  await vi.waitFor(() => expect(server.connections()).toBe(0), 60_000)
})

test('a variable may be when a file was changed last, in UTC', async () => {
  const found = await iterate({ filterRegex: 'b.csv', variables: [['at', 'last modified']] })
  expect(found).toEqual(['2026-03-01T12:34:56Z'])
})

test('a user signs in with a key, or with the password that a dialogue asks for', async () => {
  const withKey = { password: '', sftpKey: 'sftp-key', sftpKeyPassphrase: 'sftp-passphrase', recursive: 'No' }
  expect(await iterate({ ...withKey, hostKey: server.publicHostKey })).toHaveLength(3)
  expect(await iterate({ ...withKey, sftpKeyPassphrase: '' })).toContain('The private key cannot be read')
  await using asking = await startSftp({ root, user: 'loader', password: 'pa$s', asks: true }).then(
    (one) => ({
      ...one,
      [Symbol.asyncDispose]: one.close,
    }),
  )
  const dialogue = {
    inputDataUrl3: `sftp://127.0.0.1:${asking.port}`,
    hostKey: asking.hostKey,
    recursive: 'No',
  }
  expect(await iterate(dialogue)).toEqual(['|outside.csv'])
})

test('a connection of the project says server, user and key', async () => {
  const properties = {
    host: '127.0.0.1',
    port: server.port,
    user: 'loader',
    password: 'pa$s',
    hostKey: server.hostKey,
  }
  const connections = [
    { name: 'drop', authProvider: 'SFTP', authType: 'USER_PASSWORD', properties },
    { name: 'lake', authProvider: 'S3', authType: 'ACCESS_KEY', properties: {} },
  ]
  const named = { username: '', password: '', hostKey: '', connection: 'drop', recursive: 'No' }
  const found = (more: object) => iterate({ ...named, inputDataUrl3: '/home/in', ...more }, { connections })
  expect(await found({})).toHaveLength(3)
  expect(await found({ inputDataUrl3: 'sftp://127.0.0.1/home/in' })).toHaveLength(3)
  expect(await found({ inputDataUrl3: 'sftp://elsewhere/in' })).toContain('leads to 127.0.0.1')
  expect(await found({ connection: 'lake' })).toContain('is of type S3; SFTP needs one of type SFTP')
  expect(await found({ connection: 'nobody' })).toContain('The project has no connection named "nobody"')
  expect(await found({ username: 'loader' })).toContain('Connection provides the credentials')
})

test('nothing is sent to a server whose key is not known, or another one', async () => {
  const before = server.state.signIns
  expect(await iterate({ hostKey: '' })).toContain(
    `shows the key ${server.hostKey}. Ask the operator of the server`,
  )
  const other = `SHA256:${'A'.repeat(43)}`
  expect(await iterate({ hostKey: other })).toContain('which is not the expected Host Key')
  expect(await iterate({ hostKey: `${other}, ${server.hostKey}`, recursive: 'No' })).toHaveLength(3)
  expect(server.state.signIns).toBe(before + 1)
})

test('what cannot be read says why', async () => {
  expect(await iterate({}, { secrets: { 'sftp-password': 'wrong' } })).toContain(
    'does not accept the user "loader"',
  )
  expect(await iterate({}, { secrets: {} })).toContain('There is no secret named "sftp-password"')
  expect(await iterate({}, { allowPrivateAddresses: false })).toContain('127.0.0.1')
  const gone = { inputDataUrl3: `sftp://127.0.0.1:${server.port}/home/nowhere` }
  expect(await iterate(gone)).toBe('The server has no "/home/nowhere"')
  expect(await iterate({ inputDataUrl3: 'sftp://127.0.0.1:1/in' })).toContain(
    '127.0.0.1:1 could not be reached',
  )
})

test('a cancel ends a server that does not answer', async () => {
  const cancel = new AbortController()
  server.state.isSilent = true
  const iterating = iterate({}, { signal: cancel.signal })
  await vi.waitFor(() => expect(server.connections()).toBe(1), 60_000)
  cancel.abort(new Error('cancelled'))
  await expect(iterating).rejects.toThrow('cancelled')
  server.state.isSilent = false
  await vi.waitFor(() => expect(server.connections()).toBe(0), 60_000)
})

const address = (): SftpAddress => ({
  host: '127.0.0.1',
  port: server.port,
  user: 'loader',
  password: 'pa$s',
  privateKey: undefined,
  passphrase: undefined,
  hostKeys: [server.hostKey],
})

test('a file is read whole, in the pieces that the server gives, and not when it has changed', async () => {
  const folder = { address: address(), folder: 'home/in', fromHome: false, depth: 0 }
  const store = openSftpFolder(folder, stepContext())
  const files = (await Array.fromAsync(store.list())).flat()
  const file = files.find(({ name }) => name === 'home/in/big.bin')!
  expect(Buffer.concat(await Array.fromAsync(store.read(file))).equals(big)).toBe(true)
  const empty = { ...file, version: '0-0' }
  await expect(Array.fromAsync(store.read(empty))).rejects.toThrow('changed since it was listed')
  const readCut = async () => {
    for await (const _ of store.read(file)) await truncate(join(root, file.name), 1_000)
  }
  await expect(readCut()).rejects.toThrow('changed since it was listed')
  await writeFile(join(root, file.name), big)
})

test('what a server answered is not held until the connection ends', async () => {
  const session = await openSftp(address(), stepContext())
  const answered = async () => new WeakRef(await session.ask<object>((done) => done(null, { page: 1 })))
  const page = await answered()
  await new Promise(setImmediate)
  collectGarbage()
  expect(page.deref()).toBeUndefined()
  session.end()
  await expect(session.ask(() => undefined)).rejects.toThrow('The connection was closed')
})

test('validation looks at the address, the user and the key of the host', () => {
  const faults = (own: object) =>
    componentCatalog
      .parameterFaults(
        {
          type: 'file-iterator',
          parameters: { inputDataType: 'SFTP', username: 'a', variables: [['file', 'Filename']], ...own },
        } as never,
        {},
      )
      ?.map(({ message }) => message)
  expect(faults({ inputDataUrl: 'sftp://files.example.com/in%20box' })).toEqual([])
  expect(faults({ inputDataUrl: 'sftp://u:p@files.example.com/in' })).toEqual([
    'Input Data URL must not contain a password: name the secret that contains it',
  ])
  expect(faults({ inputDataUrl: 'https://files.example.com' })?.[0]).toContain('must look like sftp://')
  expect(faults({ inputDataUrl: 'sftp:///in' })?.[0]).toContain('must contain a host')
  expect(faults({ inputDataUrl: 'sftp://x/../in' })?.[0]).toContain('without ".."')
  expect(faults({ inputDataUrl: 'sftp://x', username: '' })?.[0]).toContain(
    'Username ("username") is missing',
  )
  expect(faults({ inputDataUrl: 'sftp://x', hostKey: 'md5' })?.[0]).toContain(
    'must be the fingerprint of a key',
  )
  expect(faults({ inputDataUrl: '', username: '', connection: 'drop' })).toEqual([])
})
