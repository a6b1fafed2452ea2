import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSender } from './sender.ts'

test('a store that never begins to answer is asked again, and given up', async () => {
  let calls = 0
  const server = createServer(() => {
    calls++
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const send = createSender({
    fetch,
    sign: async (request) => request,
    signal: new AbortController().signal,
    firstWaitMs: 1,
    silenceMs: 50,
  })
  const url = new URL(`http://127.0.0.1:${port}/`)
  await expect(send({ method: 'GET', url, headers: {}, body: undefined })).rejects.toThrow(
    `127.0.0.1:${port} sent nothing for 0.05 s`,
  )
  expect(calls).toBe(5)
  server.closeAllConnections()
  server.close()
})
