import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { guardedConnect } from './outgoing-socket.ts'

test('a connection is asked every minute whether its other end is there', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const kept = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => {
    kept.mockRestore()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const connect = guardedConnect({ allowPrivateAddresses: true })
  const socket = await connect('127.0.0.1', port, new AbortController().signal)
  expect(kept.mock.calls).toEqual([[true, 60_000]])
  socket.destroy()
})
