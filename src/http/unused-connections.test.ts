import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { createServer } from './server.ts'

test('a server that closes does not wait for connections over which nothing was sent, but for requests', async () => {
  const origin = () => 'http://localhost'
  const databaseProblem = () => undefined
  const app = await createServer({ log: silent, basePath: '/api', origin, version: '1', databaseProblem })
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  app.get('/api/v1/slow', async () => {
    begun.resolve()
    await goOn.promise
    return 'answered'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const unused = connect(port, '127.0.0.1')
  const used = connect(port, '127.0.0.1')
  await Promise.all([once(unused, 'connect'), once(used, 'connect')])
  used.write('GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await begun.promise
  const closed = app.close()
  await once(unused.resume(), 'close')
  goOn.resolve()
  expect(await text(used)).toMatch(/answered$/)
  await closed
})
