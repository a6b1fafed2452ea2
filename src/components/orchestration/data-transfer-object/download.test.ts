import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { collectGarbage } from '../../../lib/collect-garbage.ts'
import { guardedFetch } from '../../../lib/outgoing-http.ts'
import { download } from './download.ts'

const never = new AbortController().signal
const allowed = guardedFetch({ allowPrivateAddresses: true })

async function serverThat(answers: Parameters<typeof createServer>[1]): Promise<URL> {
  const server = createServer(answers).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a.csv`)
}

test('what waits to be read is whole, also when memory is collected meanwhile', async () => {
  const url = await serverThat((_, response) => response.end('1,whole\n'))
  const found = await download(url, undefined, allowed, never)
  // Undici cancels the body of a response that was collected in a later turn of the event loop.
  for (let turn = 0; turn < 5; turn++) {
    collectGarbage()
    await nextTurn()
  }
  if ('fault' in found) throw new Error(found.fault)
  expect(await text(found.open())).toBe('1,whole\n')
})

test('a part of a file is not taken for the file', async () => {
  const url = await serverThat((_, response) =>
    response.writeHead(206, { 'content-range': 'bytes 0-3/100' }).end('1,wh'),
  )
  expect(await download(url, undefined, allowed, never)).toEqual({
    fault: `${url.host} answered 206 Partial Content`,
  })
})
