import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { installed } from '../../lib/installation.ts'
import type { Log } from '../../lib/log.ts'
import { RESTART_EXIT_CODE } from '../../protocol/exit-codes.ts'

/** A process that is started again when it ends unasked. */
export interface Supervised {
  /** Tells it to stop, waits, and ends it by force when it does not. */
  stop(): Promise<void>
}

/** Room for short-lived objects, for a busy runner; `idle-memory.ts` gives it back. */
const nodeFlags = ['--max-semi-space-size=32']
/**
 * As in bin/headrace.mjs: without a value of ours the allocator keeps the largest block that was ever free.
 */
const allocator = { MALLOC_TRIM_THRESHOLD_: '4194304' }
const program = installed('bin/headrace.mjs')
const BACKOFF_MS = [200, 1_000, 5_000, 15_000]
/** A process that ran this long was well: the next start is at once again. */
const WELL_AFTER_MS = 60_000
/** The runner drains for 30 s; after that nothing good comes of waiting. */
const KILL_AFTER_MS = 35_000

export interface SupervisedOptions {
  readonly command: string
  /** All of its environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** What the first start waits for. When it fails, nothing is started. */
  readonly after: Promise<unknown>
  /** Written to its standard input as one line of JSON, when it is there: others can read an environment. */
  readonly handover: Promise<object>
  readonly log: Log
  /** Called after each end that was not asked for, before the next start. */
  readonly onDeath: () => Promise<void>
}

/**
 * Runs `headrace <command>` as a process of its own group, so that Ctrl-C in the terminal reaches the parent
 * alone. Its standard input is a pipe that closes with the parent. An exit with code 0 was asked for and is
 * final.
 */
export function supervise({ command, env, after, handover, log, onDeath }: SupervisedOptions): Supervised {
  let child: ChildProcess | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const running = keepRunning()

  async function keepRunning(): Promise<void> {
    const mayStart = await after.then(
      () => true,
      () => false,
    )
    if (!mayStart) return
    for (let failures = 0; !signal.aborted; ) {
      const startedAt = Date.now()
      child = spawn(process.execPath, [...nodeFlags, program, command], {
        stdio: ['pipe', 'inherit', 'inherit'],
        env: { ...allocator, ...env, HEADRACE_SUPERVISED: 'true' },
        detached: true,
      })
      const { stdin } = child
      stdin?.on('error', () => undefined) // it ended before it had read; its exit says why
      void handover.then((given) => stdin?.write(`${JSON.stringify(given)}\n`))
      const code = await new Promise<number | null>((done) => {
        child!.once('error', () => done(null))
        child!.once('exit', (exitCode) => done(exitCode))
      })
      if (signal.aborted) return
      if (code === 0) return log.info({ command }, 'The process stopped')
      await onDeath().catch((error: unknown) =>
        log.warn({ err: error }, 'Its executions will be requeued when the lease expires'),
      )
      if (code === RESTART_EXIT_CODE) continue
      failures = Date.now() - startedAt > WELL_AFTER_MS ? 0 : failures + 1
      const waitMs = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0
      log.warn({ command, code, waitMs }, 'The process ended; starting it again')
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    child?.kill('SIGTERM')
    const timer = setTimeout(() => child?.kill('SIGKILL'), KILL_AFTER_MS)
    await Promise.race([running, exited(child)])
    clearTimeout(timer)
  }

  return { stop }
}

function exited(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
