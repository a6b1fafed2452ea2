import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { warehousesFolder } from '../../../src/warehouses/stand-in-folder.ts'

const program = join(warehousesFolder(), 'azurite', 'node_modules', '.bin', 'azurite-blob')

/**
 * Whether Azurite is installed (`npm run warehouses -- azurite`): Microsoft's own emulator of the Blob
 * service.
 */
export const hasAzurite = existsSync(program)

/** The account that Azurite has as it comes, and its key, which its documentation publishes. */
export const ACCOUNT = 'devstoreaccount1'
export const ACCOUNT_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

export interface Azurite extends AsyncDisposable {
  /** The address of the account. */
  readonly endpoint: string
  /** A request to the account, signed with its key. */
  ask(method: string, path: string, query?: Readonly<Record<string, string>>): Promise<Response>
}

/** Azurite as it comes, on a port of its own and with its data in memory. */
export async function startAzurite(): Promise<Azurite> {
  const port = await freePort()
  const args = ['--silent', '--inMemoryPersistence', '--blobHost', '127.0.0.1', '--blobPort', String(port)]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`
  await answering(endpoint, child)
  return {
    endpoint,
    ask: (method, path, query = {}) => ask(endpoint, method, path, query),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function ask(endpoint: string, method: string, path: string, query: Readonly<Record<string, string>>) {
  const own = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-08-06' }
  const headers = Object.entries(own).map(([name, value]) => `${name}:${value}`)
  const parameters = Object.entries(query).sort()
  const resource = [
    `/${ACCOUNT}/${ACCOUNT}/${path}`,
    ...parameters.map(([name, value]) => `${name}:${value}`),
  ]
  const text = [method, ...Array<string>(11).fill(''), ...headers, ...resource].join('\n')
  const signature = createHmac('sha256', Buffer.from(ACCOUNT_KEY, 'base64')).update(text).digest('base64')
  return fetch(`${endpoint}/${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { ...own, authorization: `SharedKey ${ACCOUNT}:${signature}` },
  })
}

async function answering(endpoint: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(endpoint).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer !== undefined) return
    if (child.exitCode !== null) throw new Error(`Azurite ended with ${child.exitCode}`)
    await sleep(100)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
