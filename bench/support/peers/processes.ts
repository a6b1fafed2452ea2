import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines } from './install.ts'

const STOP_MS = 20_000
const POLL_MS = 50

/** Memory of processes, in MB. PSS counts what several share once. */
export interface Memory {
  readonly rssMb: number
  readonly pssMb: number
  readonly processes: number
}

interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** What was started for one tool: programs, and all that they start, whatever those make of themselves. */
export interface Processes extends AsyncDisposable {
  launch(launch: Launch): void
  /** Waits until `isTrue`. Throws with the end of the log when a program ends, or time is over. */
  until(what: string, isTrue: () => Promise<boolean> | boolean, limitMs: number): Promise<void>
  /** What they have written. */
  log(): string
  memory(): Promise<Memory>
}

/** Everything that is written goes into the file `logFile`. */
export function openProcesses(logFile: string): Processes {
  mkdirSync(dirname(logFile), { recursive: true })
  const output = openSync(logFile, 'a')
  const children: ChildProcess[] = []
  const faults: Error[] = []
  const log = () => readFileSync(logFile, 'utf8')
  const killGroups = () => {
    for (const { pid, exitCode } of children)
      if (pid !== undefined && exitCode === null) signal(-pid, 'SIGKILL')
  }
  process.once('exit', killGroups) // also when the measurement fails
  const roots = () => new Set(children.flatMap(({ pid }) => (pid === undefined ? [] : [pid])))

  function launch({ command, args, cwd, env }: Launch): void {
    // A session of its own: what it starts can be told by that, also when its parent has gone.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', output, output] })
    child.once('error', (error) => faults.push(error))
    children.push(child)
  }

  async function until(what: string, isTrue: () => Promise<boolean> | boolean, limitMs: number) {
    const end = performance.now() + limitMs
    for (;;) {
      if (await isTrue()) return
      const ended = children.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
      if (faults[0] !== undefined) throw faults[0]
      if (ended) throw new Error(`${what}: it ended.\n${lastLines(log())}`)
      if (performance.now() > end)
        throw new Error(`${what}: not within ${limitMs / 1_000} s.\n${lastLines(log())}`)
      await sleep(POLL_MS)
    }
  }

  async function stop(): Promise<void> {
    const before = await belongingTo(roots())
    for (const child of children) child.kill('SIGINT')
    for (const end = performance.now() + STOP_MS; performance.now() < end; await sleep(POLL_MS))
      if (
        children.every(
          ({ exitCode, signalCode, pid }) => exitCode !== null || signalCode !== null || pid === undefined,
        )
      )
        break
    for (const known of [...before, ...(await belongingTo(roots()))]) await kill(known)
    process.removeListener('exit', killGroups)
  }

  return { launch, until, log, memory: () => memoryOf(roots()), [Symbol.asyncDispose]: stop }
}

interface Known {
  readonly id: number
  readonly parent: number
  readonly session: number
  /** Tells it from another process that got its number later. */
  readonly startedAt: string
}

async function kill({ id, startedAt }: Known): Promise<void> {
  if ((await read(String(id)))?.startedAt === startedAt) signal(id, 'SIGKILL')
}

function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name)
  } catch {
    // It has ended.
  }
}

/** Undefined of a process that has ended. */
async function read(id: string): Promise<Known | undefined> {
  const line = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined)
  // The name, in parentheses, may contain anything.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ')
  if (fields === undefined) return undefined
  return { id: Number(id), parent: Number(fields[1]), session: Number(fields[3]), startedAt: fields[19]! }
}

/** Processes that one of `roots` started, directly or not, or that are in the session of one. */
async function belongingTo(roots: ReadonlySet<number>): Promise<Known[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = (await Promise.all(names.map(read))).filter((one) => one !== undefined)
  const all = new Map(found.map((one) => [one.id, one]))
  const belongs = ({ id, parent, session }: Known): boolean => {
    const above = all.get(parent)
    return roots.has(id) || roots.has(session) || (above !== undefined && belongs(above))
  }
  return found.filter(belongs)
}

/** The memory of these processes and of all that they started. */
export async function memoryOf(roots: ReadonlySet<number>): Promise<Memory> {
  const all = await Promise.all((await belongingTo(roots)).map(memoryOfOne))
  const sum = (of: 'rssMb' | 'pssMb') => all.reduce((total, one) => total + one[of], 0)
  return { rssMb: sum('rssMb'), pssMb: sum('pssMb'), processes: all.length }
}

async function memoryOfOne({ id }: Known): Promise<{ rssMb: number; pssMb: number }> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1_024
  return { rssMb: mb('Rss'), pssMb: mb('Pss') }
}
