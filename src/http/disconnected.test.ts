import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disconnectedOrStopping, endWhenStopping } from './disconnected.ts'
import type { Server } from './server-type.ts'

const app = Fastify({ forceCloseConnections: 'idle' })
let origin = ''
let open = 0

async function* ticks(signal: AbortSignal): AsyncGenerator<string> {
  open++
  try {
    for (; !signal.aborted; await sleep(10)) yield 'tick\n'
  } finally {
    open--
  }
}

beforeAll(async () => {
  endWhenStopping(app as unknown as Server)
  app.get('/ticks', async (_request, reply) =>
    reply.type('text/plain').send(Readable.from(ticks(disconnectedOrStopping(reply)))),
  )
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('what is followed without an end ends when its client goes away', async () => {
  const leaving = new AbortController()
  const { body } = await fetch(`${origin}/ticks`, { signal: leaving.signal })
  await body!.getReader().read()
  expect(open).toBe(1)
  leaving.abort()
  await expect.poll(() => open).toBe(0)
})

test('what is followed without an end ends when a HEAD is answered', async () => {
  expect((await fetch(`${origin}/ticks`, { method: 'HEAD' })).status).toBe(200)
  await expect.poll(() => open).toBe(0)
})

test('what is followed without an end ends cleanly when the server stops, and the connection with it', async () => {
  const { body } = await fetch(`${origin}/ticks`)
  const reader = body!.getReader()
  await reader.read()
  const begun = performance.now()
  await app.close()
  expect(performance.now() - begun).toBeLessThan(2_000)
  while (!(await reader.read()).done);
  expect(open).toBe(0)
})
