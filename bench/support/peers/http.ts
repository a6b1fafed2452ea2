import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Whether the address answers with a success. */
export const answers = (url: string, init?: RequestInit): Promise<boolean> =>
  fetch(url, init).then(
    ({ ok }) => ok,
    () => false,
  )

const BUSY = 503
const BUSY_MS = 60_000
const PAUSE_MS = 100

/** The parsed answer. A server that is busy is asked again. Throws with its text when it is no success. */
export async function callJson<T>(
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const json = { 'content-type': 'application/json', ...headers }
  const init =
    body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers: json }
  for (const until = performance.now() + BUSY_MS; ; await sleep(PAUSE_MS)) {
    const response = await fetch(url, init)
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as T
    if (response.status !== BUSY || performance.now() > until)
      throw new Error(`${new URL(url).pathname}: ${response.status} ${text.slice(0, 500)}`)
  }
}
