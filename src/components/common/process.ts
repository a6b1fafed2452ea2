import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { readLines } from './lines.ts'

export interface ProcessOrder {
  readonly command: string
  readonly args: readonly string[]
  /** All that the process gets; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Written to the standard input, which is empty otherwise. */
  readonly input?: string
  /** Whether everything the process starts ends with it, because it leads a namespace of processes. */
  readonly isNamespace?: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** One line of either output; reading resumes when the promise resolves. */
  readonly onLine: (line: string, source: 'stdout' | 'stderr') => Promise<void>
}

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  /** The program could not be started at all. */
  | { readonly kind: 'not-started'; readonly code: string; readonly message: string }

/** How long a group may take to end after it received the signal. */
const graceMs = 2_000

/**
 * Runs a program in a process group of its own and hands out its lines. When it ends, runs out of time or `signal`
 * aborts, the whole group is ended: TERM, then KILL after two seconds. Rejects with the reason of the abort.
 */
export async function runProcess(order: ProcessOrder): Promise<ProcessEnd> {
  order.signal.throwIfAborted()
  const timeout = AbortSignal.timeout(order.timeoutMs)
  let child: Child
  try {
    child = start(order)
  } catch (error) {
    return notStarted(error)
  }
  const output = followOutput(child, order)
  const exited = exitOf(child)
  const stopped = AbortSignal.any([order.signal, timeout])
  const end = await Promise.race([exited, aborted(stopped)])
  await endGroup(child, exited, order.isNamespace === true)
  await Promise.race([output, aborted(order.signal)])
  order.signal.throwIfAborted()
  return end ?? { kind: 'timed-out' }
}

type Child = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }

function start({ command, args, env, cwd, input }: ProcessOrder): Child {
  const child = spawn(command, args, {
    env,
    cwd,
    detached: true, // leads a process group of its own
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.on('error', () => undefined) // it ended before it had read everything, and its end says why
  child.stdin?.end(input)
  if (child.pid !== undefined) yieldToRunner(child.pid)
  return child as Child
}

const NICENESS = 5

/** However many processes it starts, the runner comes first: its heartbeats hold the lease of all that it runs. */
function yieldToRunner(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It has ended already.
  }
}

function exitOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(notStarted(error))
    })
    child.once('exit', (code, signal) =>
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code }),
    )
  })
}

function notStarted(error: unknown): ProcessEnd {
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  return { kind: 'not-started', code, message }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** Ends what is left of the group, also after its leader: a script must not leave work behind. */
async function endGroup(child: Child, exited: Promise<ProcessEnd>, isNamespace: boolean): Promise<void> {
  if (child.pid === undefined) return
  if (isNamespace && hasExited(child)) return
  if (!signalGroup(child.pid, 'SIGTERM')) return
  const deadline = Date.now() + graceMs
  const isLeft = () => (isNamespace ? !hasExited(child) : signalGroup(child.pid!, 0))
  while (Date.now() < deadline && isLeft()) await wait(20)
  if (isLeft()) signalGroup(child.pid, 'SIGKILL')
  await exited
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

/** false when no process of the group is left. A group of zombies alone still counts as left until it is reaped. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Resolves when both outputs have ended and every line was taken. */
async function followOutput(child: Child, { onLine }: ProcessOrder): Promise<void> {
  let inHand = 0
  const taking = (source: 'stdout' | 'stderr') => async (line: string) => {
    inHand += 1
    await onLine(line, source).finally(() => {
      inHand -= 1
    })
  }
  // A process that left the group may hold the outputs open: after the end it is not waited for, except while
  // a slow log is still written.
  let closing: NodeJS.Timeout | undefined
  let over = false
  child.once('exit', () => {
    if (over) return
    closing = setInterval(() => {
      if (inHand > 0 || child.stdout.readableLength + child.stderr.readableLength > 0) return
      child.stdout.destroy()
      child.stderr.destroy()
    }, graceMs)
  })
  const both = [readLines(child.stdout, taking('stdout')), readLines(child.stderr, taking('stderr'))]
  await Promise.all(both).finally(() => {
    over = true
    clearInterval(closing)
  })
}
