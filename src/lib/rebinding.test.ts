import type { LookupAddress, LookupOptions } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { guardedFetch, guardedLookup } from './outgoing-http.ts'

/** Names whose addresses change between one look and the next. */
const resolved = vi.hoisted(() => ({ answers: [] as string[][], looks: 0 }))

vi.mock('node:dns', () => ({
  lookup: (_host: string, _options: LookupOptions, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = resolved.answers[Math.min(resolved.looks++, resolved.answers.length - 1)]!
    setImmediate(() =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
  },
}))

let server: Server
let port: number
let reached = 0
beforeAll(async () => {
  server = createServer((_request, response) => {
    reached++
    response.writeHead(200, { connection: 'close' }).end('inside')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  resolved.looks = 0
  reached = 0
})

test('F15: a name is looked up once for a connection, and the address that was judged is the one connected to', async () => {
  resolved.answers = [['127.0.0.1'], ['169.254.169.254']]
  const open = guardedFetch({ allowPrivateAddresses: true })
  expect(await (await open(`http://rebinding.test:${port}/`)).text()).toBe('inside')
  expect(resolved.looks).toBe(1)
  await expect(open(`http://rebinding.test:${port}/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('169.254.169.254') },
  })
  expect([resolved.looks, reached]).toEqual([2, 1])
})

test('F15: of the addresses of a name only those that may be reached are tried', async () => {
  resolved.answers = [['127.0.0.1', '169.254.169.254', '93.184.216.34', '::1']]
  const found = await new Promise((resolve) => {
    guardedLookup({ allowPrivateAddresses: false })('mixed.test', { all: true }, (_error, addresses) =>
      resolve(addresses),
    )
  })
  expect(found).toEqual([{ address: '93.184.216.34', family: 4 }])
  resolved.answers = [['127.0.0.1', '::1']]
  const strict = guardedFetch({ allowPrivateAddresses: false })
  await expect(strict(`http://inside.test:${port}/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('private address') },
  })
  expect(reached).toBe(0)
})
