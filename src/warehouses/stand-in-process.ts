import { spawn } from 'node:child_process'

/** A program that stands in for a database: it prints its port when it is ready, and ends with its input. */
export interface StandInProgram {
  /** What errors call it. */
  readonly name: string
  readonly python: string
  readonly script: string
  readonly startMs: number
  readonly env?: Readonly<Record<string, string>>
}

export interface StandInProcess {
  /** On loopback. */
  readonly port: number
  stop(): Promise<void>
}

/** Rejects with what it printed when it does not start. */
export async function startStandIn(program: StandInProgram): Promise<StandInProcess> {
  const { name, python, script, startMs, env } = program
  const child = spawn(python, [script], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  async function stop(): Promise<void> {
    child.stdin.end()
    await ended
  }
  const port = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not start in time`)), startMs)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`${name} did not start: ${said.trim()}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [port] = /^\d+$/m.exec(text) ?? []
      if (port === undefined) return
      clearTimeout(timer)
      resolve(port)
    })
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { port: Number(port), stop }
}
