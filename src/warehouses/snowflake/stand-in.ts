import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warehousesFolder } from '../stand-in-folder.ts'

const START_MS = 60_000
const script = fileURLToPath(new URL('stand-in.py', import.meta.url))

/** The Python that has fakesnow; undefined where it is not installed. */
export function findFakesnow(): string | undefined {
  const python = join(warehousesFolder(), 'snowflake', 'bin', 'python')
  return existsSync(python) ? python : undefined
}

export interface SnowflakeStandIn extends AsyncDisposable {
  readonly url: string
}

/** There is no Snowflake to start: fakesnow stands in for it. Rejects when it does not start. */
export async function startFakesnow(python: string): Promise<SnowflakeStandIn> {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const port = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('fakesnow did not start in time')), START_MS)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`fakesnow did not start: ${said.trim()}`)))
    child.stdout.setEncoding('utf8').once('data', (text: string) => {
      clearTimeout(timer)
      resolve(text.trim())
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
