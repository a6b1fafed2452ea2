import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createPlainServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { localhostCertificate } from '../../../../test/support/certificate.ts'
import { componentCatalog } from '../../catalog.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { settingsOf } from './properties.ts'
import { run as dataTransferRun, transfer } from './run.ts'

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
let far: Server
let base: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: { path: string | undefined; authorization: string | undefined }[]
let folder: string
let files: string

beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate.cert])
  far = createServer(certificate, (request, response) => {
    asked.push({ path: request.url, authorization: request.headers.authorization })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(far, 'listening')
  base = `https://localhost:${(far.address() as AddressInfo).port}`
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  far.closeAllConnections()
  await new Promise((done) => far.close(done))
})
beforeEach(async () => {
  asked = []
  answer = (_, response) => response.end('a,b\n1,2\n')
  folder = await mkdtemp(join(tmpdir(), 'headrace-transfer-'))
  files = join(folder, 'files')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (parameters: object, step: TestStep = {}) =>
  dataTransferRun.run(stepContext({ filesFolder: files, ...step }), {
    targetType: 'Local',
    ...parameters,
  } as never)
const fromWeb = (path: string, more: object = {}, step: TestStep = {}) =>
  run({ sourceType: 'HTTPS', sourceUrl3: `${base}${path}`, ...more }, step)
const written = (path: string) => readFile(join(files, path), 'utf8')
const leftovers = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))

test('a file is fetched over HTTPS into a folder of the runner, under its own or a given name', async () => {
  expect(await fromWeb('/exports/may.csv?key=1')).toMatchObject({ result: 'SUCCESS' })
  expect((await fromWeb('/100%/half%20year.csv')).message).toMatch(/ to half%20year\.csv$/)
  expect((await fromWeb('/100%', { targetObjectName: 'all.csv' })).message).toMatch(/ to all\.csv$/)
  const named = await fromWeb('/x', {
    targetUrl2: 'file:///in/2026',
    targetObjectName: 'may.csv',
    encryption: 'None',
  })
  expect(named.message).toMatch(/^8 bytes from localhost:\d+ to in\/2026\/may.csv$/)
  expect(await written('may.csv')).toBe('a,b\n1,2\n')
  expect(await written('in/2026/may.csv')).toBe('a,b\n1,2\n')
})

test('a file of the runner is copied, and packed when asked', async () => {
  await mkdir(join(files, 'in'), { recursive: true })
  await writeFile(join(files, 'in/orders.csv'), 'x'.repeat(100_000))
  const source = { sourceType: 'File', sourceUrl: 'file:///in/orders.csv', targetUrl: 'out' }
  expect((await run(source)).result).toBe('SUCCESS')
  expect(await run({ ...source, gzipData: 'Yes' })).toMatchObject({
    message: expect.stringContaining('to out/orders.csv.gz'),
    byteCount: 100_000,
  })
  expect(await written('out/orders.csv')).toHaveLength(100_000)
  expect(gunzipSync(await readFile(join(files, 'out/orders.csv.gz')))).toHaveLength(100_000)

  const packed = { ...source, sourceUrl: 'out/orders.csv.gz', targetUrl: 'twice', gzipData: 'Yes' }
  expect((await run(packed)).message).toContain('to twice/orders.csv.gz.gz')
  expect((await run({ ...packed, targetObjectName: 'named.gz' })).message).toContain('to twice/named.gz')
})

test('what a lost runner left in a folder a day ago goes with the next transfer into it', async () => {
  const [fresh, old] = [0, 1].map(() => join(files, 'in', `.x.csv.${randomUUID()}.part`)) as [string, string]
  await mkdir(join(files, 'in'), { recursive: true })
  for (const path of [fresh, old, join(files, 'in', 'own.part')]) await writeFile(path, 'half')
  const before = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, before, before)
  expect((await fromWeb('/x.csv', { targetUrl: 'in' })).result).toBe('SUCCESS')
  expect((await readdir(join(files, 'in'))).sort()).toEqual([basename(fresh), 'own.part', 'x.csv'])
})

test('a disk that is full is said to be, with what to do', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const body = new ReadableStream({ pull: (controller) => controller.error(full) })
  const context = { ...stepContext({ filesFolder: files }), fetch: async () => new Response(body) }
  const parameters = { sourceType: 'HTTPS', sourceUrl: 'https://a.test/a.csv', targetType: 'Local' }
  expect(await dataTransferRun.run(context, parameters as never)).toEqual({
    result: 'FAILED',
    message:
      'The transfer failed: ENOSPC: no space left on device, write. The disk of the runner is full: make room there, then run the step again',
  })
})

test('a login is a named secret, and is not shown to another host after a redirect', async () => {
  const stranger = createServer(certificate, (request, response) => {
    asked.push({ path: request.url, authorization: request.headers.authorization })
    response.end('there')
  }).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const elsewhere = `https://localhost:${(stranger.address() as AddressInfo).port}`
  answer = ({ url }, response) =>
    url === '/a'
      ? response.writeHead(302, { location: '/b' }).end()
      : response.writeHead(307, { location: `${elsewhere}/c` }).end()
  const login = { sourceUsername1: 'reader', sourcePassword1: 'far-password' }
  const outcome = await fromWeb('/a', login, { secrets: { 'far-password': 'hidden' } })
  stranger.closeAllConnections()
  await new Promise((done) => stranger.close(done))

  const shown = `Basic ${Buffer.from('reader:hidden').toString('base64')}`
  expect(outcome.result).toBe('SUCCESS')
  expect(asked.map(({ authorization }) => authorization)).toEqual([shown, shown, undefined])
  expect(await written('a')).toBe('there')
  expect((await fromWeb('/a', login)).message).toContain('no secret named "far-password"')
})

test('redirects are judged again: to a plain connection, to nowhere, to a forbidden address, without end', async () => {
  const plain = createPlainServer((_, response) => response.end('plain')).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const to = async (location: string) => {
    answer = (_, response) => response.writeHead(302, { location }).end()
    return (await fromWeb('/r.csv')).message
  }
  expect(await to(`http://localhost:${(plain.address() as AddressInfo).port}/`)).toContain('not encrypted')
  expect(await to('file:///etc/passwd')).toContain('a malformed address')
  expect(await to('https://169.254.169.254/latest')).toContain('must not reach')
  expect(await to('/r.csv')).toContain('more than 10 times')
  await new Promise((done) => plain.close(done))
  expect(await leftovers()).toEqual([])
})

test('private addresses are refused by policy', async () => {
  expect((await fromWeb('/a', {}, { allowPrivateAddresses: false })).message).toContain(
    'HEADRACE_ALLOW_PRIVATE',
  )
})

test('what is too large, announced or not, is refused and leaves the earlier file alone', async () => {
  await fromWeb('/data.csv')
  const limited = () => {
    const settings = settingsOf({ sourceType: 'HTTPS', sourceUrl: `${base}/data.csv`, targetType: 'Local' })
    return transfer(stepContext({ filesFolder: files }), settings, 1_000)
  }
  answer = (_, response) => response.writeHead(200, { 'content-length': 2_000 }).end('x'.repeat(2_000))
  expect((await limited()).message).toContain('larger than the 1000 bytes')
  answer = (_, response) => {
    response.write('x'.repeat(900))
    response.end('x'.repeat(900))
  }
  expect((await limited()).message).toContain('larger than the 1000 bytes')
  expect([await written('data.csv'), await leftovers()]).toEqual(['a,b\n1,2\n', []])
})

test('a connection that breaks off, an answer other than 2xx and a missing host fail the step', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('begun', () => response.destroy())
  }
  expect((await fromWeb('/half.csv')).message).toContain('The transfer failed')
  answer = (_, response) => response.writeHead(404).end('no')
  expect((await fromWeb('/none.csv')).message).toMatch(/answered 404 Not Found$/)
  const unreachable = await run({ sourceType: 'HTTPS', sourceUrl: 'https://127.0.0.1:1/x?token=abc' })
  expect(unreachable).toMatchObject({ result: 'FAILED', message: expect.not.stringContaining('abc') })
  expect(await leftovers()).toEqual([])
})

test('time is limited, and a cancel is no outcome; neither leaves anything behind', async () => {
  answer = (_, response) => response.writeHead(200).write('begun')
  expect((await fromWeb('/slow.csv', { timeout: '1' })).message).toBe(
    'The transfer did not finish within 1 s',
  )
  const controller = new AbortController()
  answer = (_, response) =>
    response.writeHead(200).write('begun', () => controller.abort(new Error('cancelled')))
  await expect(fromWeb('/slow.csv', {}, { signal: controller.signal })).rejects.toThrow('cancelled')
  expect(await leftovers()).toEqual([])
})

test('no way leads out of the folder of files: dots, absolute paths, links of files and of folders', async () => {
  await mkdir(files, { recursive: true })
  await writeFile(join(folder, 'outside.csv'), 'private')
  await symlink(join(folder, 'outside.csv'), join(files, 'link.csv'))
  await symlink(folder, join(files, 'up'))
  const source = (sourceUrl: string) => run({ sourceType: 'File', sourceUrl, targetObjectName: 'copy.csv' })
  for (const path of ['../outside.csv', 'link.csv', 'up/outside.csv', 'a/../../outside.csv']) {
    expect((await source(path)).message).toContain('leads out of')
  }
  expect((await source(join(folder, 'outside.csv'))).message).toContain('does not exist')
  expect((await source('up')).result).toBe('FAILED')

  for (const targetUrl of ['../', 'up', 'up/made', 'file:///../x']) {
    expect((await fromWeb('/new.csv', { targetUrl })).message).toContain('leads out of')
  }
  await fromWeb('/link.csv') // takes the place of the link, not of what it points to
  expect(await readFile(join(folder, 'outside.csv'), 'utf8')).toBe('private')
  expect((await readdir(folder)).sort()).toEqual(['files', 'outside.csv'])
})

test('a certificate is not validated where file and runner say so, and the log warns', async () => {
  setDefaultCACertificates(trusted)
  try {
    expect((await fromWeb('/a.csv')).message).toMatch(/certificate/)
    const asked = { performCertificateValidation: 'No' }
    const refused = await fromWeb('/a.csv', asked)
    expect(refused.message).toContain('HEADRACE_ALLOW_UNVERIFIED_TLS')
    const context = stepContext({ filesFolder: files, allowUnverifiedTls: true })
    const parameters = { targetType: 'Local', sourceType: 'HTTPS', sourceUrl: `${base}/a.csv` }
    expect(await dataTransferRun.run(context, { ...parameters, ...asked } as never)).toMatchObject({
      result: 'SUCCESS',
    })
    expect(context.lines).toEqual([expect.stringMatching(/^Warning: .*localhost:\d+.* not validated$/)])
    const strict = stepContext({ filesFolder: files, allowUnverifiedTls: true })
    expect((await dataTransferRun.run(strict, parameters as never)).result).toBe('FAILED')
    await mkdir(files, { recursive: true })
    await writeFile(join(files, 'own.csv'), 'a')
    const own = { sourceType: 'File', sourceUrl: 'own.csv', targetObjectName: 'copy.csv', ...asked }
    expect(await run(own)).toMatchObject({ result: 'SUCCESS' })
  } finally {
    setDefaultCACertificates([...trusted, certificate.cert])
  }
})

test('validation says what cannot be transferred, and takes the forms of real files', () => {
  const faults = (parameters: object) =>
    componentCatalog
      .parameterFaults({ type: 'data-transfer-object', parameters } as never, {})
      ?.map(({ message }) => message)
  const real = {
    sourceType: 'HTTPS',
    performCertificateValidation: 'Yes',
    sourceUrl3: 'https://far.test/${name}.csv',
    sourceUsername1: null,
    sourcePassword1: null,
    unpackZipFile: 'No',
    gzipData: 'No',
    targetObjectName: 'a.csv',
    targetUrl2: 'in',
    encryption: 'None',
  }
  expect(faults({ ...real, targetType: 'Local' })).toEqual([])
  expect(faults({ ...real, targetType: 'SFTP' })).toEqual([expect.stringContaining('transfers to Local, S3')])
  expect(faults({ ...real, targetType: 'Local', sourceType: 'SFTP' })).toEqual([
    expect.stringContaining('SFTP'),
  ])
  expect(
    faults({
      targetType: 'Local',
      sourceType: 'HTTPS',
      sourceUrl: 'http://a.test',
      performCertificateValidation: 'No',
      unpackZipFile: 'Yes',
      timeout: '0',
    }),
  ).toHaveLength(3)
  expect(faults({ targetType: 'Local', sourceType: 'HTTPS', sourceUrl: 'https://u:p@a.test' })).toEqual([
    expect.stringContaining('contains credentials'),
  ])
})

test.runIf(process.platform === 'linux')(
  'a folder that is exchanged for a link while a file is written gets nothing written elsewhere',
  async () => {
    await mkdir(join(files, 'out'), { recursive: true })
    await mkdir(join(folder, 'victim'))
    answer = async (_, response) => {
      await rename(join(files, 'out'), join(files, 'moved'))
      await symlink(join(folder, 'victim'), join(files, 'out'))
      response.end('content')
    }
    expect((await fromWeb('/x.csv', { targetUrl: 'out' })).result).toBe('SUCCESS')
    expect(await readdir(join(folder, 'victim'))).toEqual([])
    expect(await readFile(join(files, 'moved/x.csv'), 'utf8')).toBe('content')
  },
)

test.runIf(process.getuid?.() === 0)(
  "what root brings into a project's folder belongs to the project",
  async () => {
    await mkdir(files, { recursive: true })
    await chown(files, 60_706, 60_706)
    expect((await fromWeb('/x.csv', { targetUrl: 'deep/er' })).result).toBe('SUCCESS')
    for (const path of ['deep', 'deep/er', 'deep/er/x.csv'])
      expect([path, (await stat(join(files, path))).uid]).toEqual([path, 60_706])
  },
)
