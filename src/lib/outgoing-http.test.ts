import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressKind } from './addresses.ts'
import { AddressRefused, guardedFetch } from './outgoing-http.ts'

const run = promisify(execFile)
const open = guardedFetch({ allowPrivateAddresses: true })
const strict = guardedFetch({ allowPrivateAddresses: false })
let server: Server
let port: number
const reached: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    reached.push(request.url ?? '')
    const to = new URL(request.url ?? '', 'http://localhost').searchParams.get('to')
    if (to === null) response.end('hello')
    else response.writeHead(302, { location: to }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** Why the request was not made. */
async function refusalOf(request: Promise<Response>): Promise<string> {
  const error = await request.then(
    (response) => new Error(`answered ${response.status}`),
    (reason: Error) => reason,
  )
  expect(error.cause).toBeInstanceOf(AddressRefused)
  return (error.cause as Error).message
}

test('an allowed address is reached and answers as usual', async () => {
  const response = await open(`http://127.0.0.1:${port}/`)
  expect(await response.text()).toBe('hello')
  expect(await (await open(`http://localhost:${port}/`)).text()).toBe('hello')
})

test('F15: private addresses are refused unless allowed, as literal and by name, before anything is sent', async () => {
  reached.length = 0
  for (const host of ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]']) {
    expect(await refusalOf(strict(`http://${host}:${port}/`))).toContain('private address')
  }
  expect(reached).toEqual([])
})

test('F15: link-local and metadata addresses are refused even when private ones are allowed', async () => {
  const ofClouds = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42']
  const others = ofClouds.map((address) => `[${address}]`)
  for (const host of ['169.254.169.254', '[fe80::1]', '100.100.100.200', ...others]) {
    expect(await refusalOf(open(`http://${host}/latest/meta-data`))).toContain('must not reach')
  }
  expect(await refusalOf(open('http://metadata.google.internal/'))).toContain('metadata service')
  expect(await refusalOf(open('http://METADATA.google.internal./'))).toContain('metadata service')
})

test('F15: a redirect cannot lead where a request may not go', async () => {
  const to = encodeURIComponent('http://169.254.169.254/latest/')
  expect(await refusalOf(open(`http://127.0.0.1:${port}/?to=${to}`))).toContain('169.254.169.254')
})

test('F15: an address is judged by what it reaches, not by how it is written', () => {
  const kinds = {
    '93.184.216.34': 'public',
    '2606:4700::1111': 'public',
    '10.1.2.3': 'private',
    '172.16.0.1': 'private',
    '192.168.0.1': 'private',
    '100.64.0.1': 'private',
    '0.0.0.0': 'private',
    '::1': 'private',
    '::': 'private',
    'fd12::1': 'private',
    '::ffff:10.0.0.1': 'private',
    '64:ff9b::a00:1': 'private',
    '2002:a00:1::': 'private',
    '64:ff9b::a9fe:a9fe': 'forbidden',
    '::ffff:169.254.169.254': 'forbidden',
    '168.63.129.16': 'forbidden',
    '224.0.0.1': 'forbidden',
    '255.255.255.255': 'forbidden',
    '100.127.255.255': 'private',
    '172.31.255.255': 'private',
    '127.255.255.254': 'private',
    '0.1.2.3': 'private',
    'fdff::1': 'private',
    '::ffff:0:127.0.0.1': 'private',
    '2002:7f00:1::': 'private',
    '64:ff9b:1::7f00:1': 'private',
    '::7f00:1': 'forbidden',
    '::a9fe:a9fe': 'forbidden',
    '2002:a9fe:a9fe::1': 'forbidden',
    '64:ff9b:1::a9fe:a9fe': 'forbidden',
    '::ffff:0:a9fe:a9fe': 'forbidden',
    'fe80::1%eth0': 'forbidden',
    'fec0::1': 'forbidden',
    '2001::1': 'forbidden',
    '192.0.0.1': 'forbidden',
    '198.18.0.1': 'forbidden',
    '240.0.0.1': 'forbidden',
    'not an address': 'forbidden',
  }
  const found = Object.fromEntries(Object.keys(kinds).map((address) => [address, addressKind(address)]))
  expect(found).toEqual(kinds)
})

test('F15: neither user names, other schemes, ports nor a header Host lead past the guard', async () => {
  reached.length = 0
  for (const url of [`http://example.com@127.0.0.1:${port}/`, `http://127.0.0.1:${port}@127.0.0.1:${port}/`])
    await expect(strict(url)).rejects.toThrow()
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/x', 'gopher://127.0.0.1:70/x'])
    await expect(open(url)).rejects.toThrow()
  const headers = { host: 'example.com' }
  expect(await refusalOf(strict(`http://127.0.0.1:${port}/`, { headers }))).toContain('private address')
  for (const other of [5432, 9200, 65535])
    expect(await refusalOf(strict(`http://127.0.0.1:${other}/`))).toContain('private address')
  expect(reached).toEqual([])
})

test('F15: octal, short and percent-encoded spellings of an address are read as a browser reads them', async () => {
  reached.length = 0
  for (const host of [
    '0177.0.0.1',
    '0x7f.1',
    '127.0.1',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '[::127.0.0.1]',
    '0',
  ])
    expect(await refusalOf(strict(`http://${host}:${port}/`)), host).toMatch(/private address|must not reach/)
  for (const host of ['0xa9fea9fe', '2852039166', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]'])
    expect(await refusalOf(open(`http://${host}/latest/`)), host).toContain('must not reach')
  expect(reached).toEqual([])
})

/** Tells after each of two moments whether the client is loaded: guarded, and asked. */
const program = `
  import { registerHooks } from 'node:module'
  import { createServer } from 'node:http'
  let isLoaded = false
  registerHooks({
    resolve(specifier, context, next) {
      isLoaded ||= specifier === 'undici'
      return next(specifier, context)
    },
  })
  const { guardedFetch, guardedPost } = await import(${JSON.stringify(resolve(import.meta.dirname, 'outgoing-http.ts'))})
  const fetch = guardedFetch({ allowPrivateAddresses: true })
  guardedPost({ allowPrivateAddresses: true })
  const guarded = isLoaded
  const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const response = await fetch('http://127.0.0.1:' + server.address().port)
  console.log(JSON.stringify({ guarded, asked: isLoaded, text: await response.text() }))
  process.exit()
`

test('a process that makes no request does not load the client, which takes megabytes', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
  expect(JSON.parse(stdout)).toEqual({ guarded: false, asked: true, text: 'hello' })
})
