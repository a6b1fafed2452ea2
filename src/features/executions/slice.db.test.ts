import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'

const api = useApi()

const upgrade = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    'host: test',
    'connection: upgrade',
    'upgrade: websocket',
    'authorization: Bearer none',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

test('who resets the connection before it is let in, or refused, does not end the server', async () => {
  const { port } = new URL(api.origin)
  for (const path of ['/api/v1/agent-session', '/elsewhere']) {
    for (let i = 0; i < 20; i++) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      await new Promise((written) => socket.write(upgrade(path), written))
      if (i % 2 === 0) await new Promise((turn) => setImmediate(turn))
      socket.resetAndDestroy()
    }
  }
  // An error that nobody hears would have ended this process, of which the server is a part.
  expect((await fetch(`${api.origin}/livez`)).status).toBe(200)
})
