import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createServer as createHttpServer, type Server } from '../../http/server.ts'
import { silent } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { listen, listenFault } from './listening.ts'

const anApp = (): Promise<Server> =>
  createHttpServer({
    log: silent,
    basePath: '/api',
    origin: () => 'http://127.0.0.1',
    version: '0.0.0',
    databaseProblem: () => undefined,
  })

test('a port in use gives an error that says how to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => other.once('listening', listening))
  const { port } = other.address() as { port: number }
  const sentence =
    `Port ${port} on 127.0.0.1 is in use; ` +
    'choose another with --port or HEADRACE_PORT (0 is any free one)'
  const app = await anApp()
  await expect(listen(app, { host: '127.0.0.1', port })).rejects.toThrow(new StartupError(sentence))
  await app.close()
  await new Promise((closed) => other.close(closed))
})

test('an address of another machine gives an error that says how to choose another', async () => {
  const app = await anApp()
  const outcome = listen(app, { host: '192.0.2.1', port: 0 })
  await expect(outcome).rejects.toBeInstanceOf(StartupError)
  await expect(outcome).rejects.toThrow(/no address 192\.0\.2\.1 .* --host or HEADRACE_HOST/)
  await app.close()
})

test.each([
  ['EACCES', 'This account may not listen on port 80 of db.internal; choose one above 1023 with --port'],
  ['ENOTFOUND', 'This machine has no address db.internal to listen on; choose another with --host'],
])('what the operating system calls %s has a readable message', (code, beginning) => {
  const fault = listenFault(Object.assign(new Error('listen'), { code }), { host: 'db.internal', port: 80 })
  expect(fault).toBeInstanceOf(StartupError)
  expect((fault as StartupError).message.startsWith(beginning)).toBe(true)
})

test('an error that is no fault of host or port stays what it is', () => {
  const other = new Error('other')
  expect(listenFault(other, { host: '127.0.0.1', port: 80 })).toBe(other)
})
