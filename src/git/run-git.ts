import { type ChildProcess, spawn } from 'node:child_process'
import { configVariables, safeEnvironment } from './environment.ts'

export interface GitOrder {
  /** Arguments of the `git` program: an argument list, never a shell line. */
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  /**
   * Configuration of this call alone; it travels in the environment, so secrets in it are in no argument
   * list.
   */
  readonly config?: Readonly<Record<string, string>> | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly input?: string | Buffer | undefined
  readonly timeoutMs?: number | undefined
  readonly maxOutputBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Exit codes other than 0 that are an answer and no failure. */
  readonly acceptedExitCodes?: readonly number[] | undefined
  /** Takes what Git prints as it arrives; it is then neither kept nor limited. */
  readonly onOutput?: ((chunk: Buffer) => void) | undefined
  /** Git's progress and messages, as they arrive: progress ends with a carriage return. */
  readonly onMessage?: ((text: string) => void) | undefined
}

export interface GitOutput {
  readonly stdout: Buffer
  readonly stderr: string
  readonly exitCode: number
}

export type GitFailureKind = 'exited' | 'timed-out' | 'too-much-output' | 'not-started' | 'stopped'

/** A call of `git` that did not end well. `stderr` is what Git said, its last 16 KiB. */
export class GitError extends Error {
  override readonly name = 'GitError'
  readonly kind: GitFailureKind
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string

  constructor(
    kind: GitFailureKind,
    more: { exitCode?: number | undefined; stdout?: string; stderr: string },
    args: readonly string[],
  ) {
    super(`git ${args[0] ?? ''}: ${kind}${more.exitCode === undefined ? '' : ` with ${more.exitCode}`}`)
    this.kind = kind
    this.exitCode = more.exitCode
    this.stdout = more.stdout ?? ''
    this.stderr = more.stderr
  }
}

const DEFAULT_TIMEOUT_MS = 60_000
const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const MAX_MESSAGE_CHARACTERS = 16 * 1024
const GRACE_MS = 2_000

/**
 * Runs `git` without a terminal, without the machine's own configuration and without hooks, in a process
 * group of its own that is ended as a whole. Throws `GitError` unless it exits with 0 or an accepted code.
 */
export async function runGit(order: GitOrder): Promise<GitOutput> {
  const { args } = order
  if (order.signal?.aborted) throw new GitError('stopped', { stderr: '' }, args)
  const child = spawn('git', args, {
    cwd: order.cwd,
    env: { ...safeEnvironment(), ...order.env, ...configVariables(order.config ?? {}) },
    detached: true, // leads a process group: helpers such as git-remote-https end with it
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ending = watch(child, order)
  child.stdin.on('error', () => undefined) // Git may end before it has read everything
  child.stdin.end(order.input ?? '')
  return ending
}

function watch(child: ChildProcess, order: GitOrder): Promise<GitOutput> {
  const { args, maxOutputBytes = DEFAULT_MAX_OUTPUT_BYTES } = order
  const chunks: Buffer[] = []
  let bytes = 0
  let stderr = ''
  let reason: GitFailureKind | undefined
  const stop = (why: GitFailureKind) => {
    if (reason !== undefined) return
    reason = why
    endGroup(child)
  }
  const timer = setTimeout(() => stop('timed-out'), order.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const onAbort = () => stop('stopped')
  order.signal?.addEventListener('abort', onAbort, { once: true })
  child.stdout!.on('data', (chunk: Buffer) => {
    if (order.onOutput !== undefined) return order.onOutput(chunk)
    bytes += chunk.length
    if (bytes > maxOutputBytes) stop('too-much-output')
    else chunks.push(chunk)
  })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_MESSAGE_CHARACTERS)
    order.onMessage?.(text)
  })
  return new Promise<GitOutput>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new GitError('not-started', { stderr: `git cannot be run: ${error.message}` }, args)),
    )
    child.once('close', (code) => {
      const stdout = Buffer.concat(chunks)
      const isAnswer = code === 0 || (code !== null && order.acceptedExitCodes?.includes(code) === true)
      if (reason === undefined && isAnswer) return resolve({ stdout, stderr, exitCode: code })
      const said = { exitCode: code ?? undefined, stdout: stdout.toString('utf8').slice(-65_536), stderr }
      reject(new GitError(reason ?? 'exited', said, args))
    })
  }).finally(() => {
    clearTimeout(timer)
    order.signal?.removeEventListener('abort', onAbort)
  })
}

/** Ends a process with everything it started: TERM, then KILL after two seconds. */
export function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM')
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // the group has ended already
  }
}

/** The text that Git printed, without the line end. */
export async function gitText(order: GitOrder): Promise<string> {
  return (await runGit(order)).stdout.toString('utf8').replace(/\n$/, '')
}
