import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { localhostCertificate } from '../../../test/support/certificate.ts'
import { requestCancel } from './cancel-request.ts'

const certificate = localhostCertificate()
const key = { processID: 4711, secretKey: -7 }
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** Its length, the code of the request, and the key. */
const CANCEL_REQUEST = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 18, 103, 255, 255, 255, 249])

const sockets: Socket[] = []
const server = createServer((socket) => {
  sockets.push(socket)
  socket.on('error', () => undefined)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
afterAll(() => server.close())
const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'reader' }

async function accepted(): Promise<Socket> {
  await expect.poll(() => sockets.length).toBe(1)
  return sockets.pop()!
}

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  while (socket.readableLength < bytes) await once(socket, 'readable')
  return socket.read(bytes)
}

test('a request to cancel is the first that a server gets', async () => {
  const asked = requestCancel(key, address, 5_000)
  const socket = await accepted()
  expect(await read(socket, CANCEL_REQUEST.length)).toEqual(CANCEL_REQUEST)
  socket.end()
  await asked
})

test('over TLS it is sent behind the handshake', async () => {
  const asked = requestCancel(key, { ...address, ssl: { ca: certificate.cert } }, 5_000)
  const plain = await accepted()
  expect(await read(plain, SSL_REQUEST.length)).toEqual(SSL_REQUEST)
  plain.write('S')
  const socket = new TLSSocket(plain, { isServer: true, ...certificate })
  expect(await read(socket, CANCEL_REQUEST.length)).toEqual(CANCEL_REQUEST)
  socket.end()
  await asked
})

test('a server that does not answer is left', async () => {
  await expect(requestCancel(key, { ...address, ssl: true }, 100)).rejects.toThrow()
  const socket = await accepted()
  expect(await buffer(socket)).toEqual(SSL_REQUEST)
})
