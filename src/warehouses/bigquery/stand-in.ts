import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { warehousesFolder } from '../stand-in-folder.ts'

/** local-bigquery in the place of BigQuery, which nobody can install: GoogleSQL translated for DuckDB. */
export interface BigQueryStandIn extends AsyncDisposable {
  /** On loopback; its project is `local`, and it takes every token. */
  readonly endpoint: string
}

const START_MS = 120_000
const BETWEEN_MS = 200
const script = fileURLToPath(new URL('stand-in.py', import.meta.url))

/** The folder where it is installed; undefined where it is not. */
export function findLocalBigQuery(): string | undefined {
  const folder = join(warehousesFolder(), 'bigquery')
  return existsSync(join(folder, 'bin', 'local-bigquery')) ? folder : undefined
}

/** Starts it with data of its own. Rejects when it does not start. */
export async function startLocalBigQuery(folder: string): Promise<BigQueryStandIn> {
  const data = await mkdtemp(join(tmpdir(), 'headrace-bigquery-'))
  const [port, grpcPort] = [await freePort(), await freePort()]
  const places = ['--host', '127.0.0.1', '--port', String(port), '--grpc-port', String(grpcPort)]
  const child = spawn(join(folder, 'bin', 'python'), [script, ...places, '--data-dir', data], {
    env: { ...process.env, HOME: join(folder, 'home') },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const endpoint = `http://127.0.0.1:${port}`
  async function stop(): Promise<void> {
    child.kill('SIGKILL')
    await ended
    await rm(data, { recursive: true, force: true })
  }
  for (const end = Date.now() + START_MS; ; await pause(BETWEEN_MS)) {
    if (await answers(endpoint)) return { endpoint, [Symbol.asyncDispose]: stop }
    if (Date.now() < end && child.exitCode === null) continue
    await stop()
    throw new Error(`local-bigquery did not start: ${said.trim()}`)
  }
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    return (await fetch(`${endpoint}/bigquery/v2/projects/local/datasets`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
