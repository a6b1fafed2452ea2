import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Duplex, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  /** The program could not be started at all. */
  | { readonly kind: 'not-started'; readonly code: string; readonly message: string }

export interface GroupOrder {
  readonly command: string
  readonly args: readonly string[]
  /** All that the process gets; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Written to the standard input, which is empty otherwise. */
  readonly input?: string
}

export type Child = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }

/** How long a group may take to end after it received the signal. */
export const graceMs = 2_000

/**
 * Starts a program that leads a process group of its own, with `channels` more file descriptors from 3 on,
 * for both ways.
 */
export function startGroup(
  { command, args, env, cwd, input }: GroupOrder,
  channels = 0,
): { readonly child: Child; readonly channels: readonly Duplex[] } {
  const more = Array.from({ length: channels }, () => 'pipe' as const)
  const child = spawn(command, args, {
    env,
    cwd,
    detached: true, // leads a process group of its own
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...more],
  })
  child.stdin?.on('error', () => undefined) // it ended before it had read everything, and its end says why
  child.stdin?.end(input)
  if (child.pid !== undefined) yieldToRunner(child.pid)
  return { child: child as Child, channels: more.map((_, at) => child.stdio[3 + at] as Duplex) }
}

const NICENESS = 5

/**
 * However many processes it starts, the runner comes first: its heartbeats hold the lease of all that it
 * runs.
 */
function yieldToRunner(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It has ended already.
  }
}

export function exitOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(notStarted(error))
    })
    child.once('exit', (code, signal) =>
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code }),
    )
  })
}

export function notStarted(error: unknown): ProcessEnd {
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  return { kind: 'not-started', code, message }
}

export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** Ends what is left of the group, also after its leader: a script must not leave work behind. */
export async function endGroup(
  child: Child,
  exited: Promise<ProcessEnd>,
  isNamespace: boolean,
): Promise<void> {
  if (child.pid === undefined) return
  if (isNamespace && hasExited(child)) return
  if (!signalGroup(child.pid, 'SIGTERM')) return
  const deadline = performance.now() + graceMs
  const isLeft = () => (isNamespace ? !hasExited(child) : signalGroup(child.pid!, 0))
  while (performance.now() < deadline && isLeft()) await wait(20)
  if (isLeft()) signalGroup(child.pid, 'SIGKILL')
  await exited
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

/**
 * false when no process of the group is left. A group of zombies alone still counts as left until it is
 * reaped.
 */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}
