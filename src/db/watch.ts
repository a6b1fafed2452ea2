import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../lib/log.ts'
import { backendOf, statementTimeoutOf, streamOf } from './client-internals.ts'
import { type ProbeResult, probe } from './probe.ts'

/**
 * Finds connections that will never answer again: a firewall forgot them, the server's machine is gone,
 * PostgreSQL is stopped. TCP itself notices after many minutes. A connection that is silent while an answer
 * is due is looked at over a new connection, so that a statement that is slow and alive runs on.
 */
export interface Watch {
  /**
   * Does `ask`, an exchange over this connection. When the connection is found dead it is cut, and `ask`
   * fails.
   */
  exchange<T>(client: pg.ClientBase, ask: () => Promise<T>): Promise<T>
  /** Marks a connection as just opened. */
  opened(client: pg.ClientBase): void
  /** Whether a connection was found dead since this one was opened: this one may be dead too. */
  isDoubtful(client: pg.ClientBase): boolean
  /** How long, in ms, the most silent of the connections has kept an answer waiting. */
  longestSilenceMs(): number
}

/** A connection on which answers are due. */
interface Line {
  inFlight: number
  heardBytes: number
  /** For how long we had listened in all when they were heard. */
  heardAtMs: number
  /** Judged when it has been silent for so long. */
  judgeAtMs: number
}

interface SilentLine extends Line {
  readonly silentMs: number
}

/**
 * A statement that is answered sooner wakes the process no more than the lookout, which has a timer of the
 * same length.
 */
const LOOK_MS = 1_000
/** While this process itself was stopped or busy it did not listen: a look counts no more than this. */
const MOST_LISTENED_MS = 1_250
/** Two looks, which are not on time to the millisecond. */
const SUSPICIOUS_MS = 1_950
/** An answer that left just before the probe has arrived by then. */
const GRACE_MS = 250
/** PostgreSQL ends a statement at its time limit; when it does not, it is stuck itself. */
const BEYOND_LIMIT_MS = 5_000
/** PostgreSQL has no time limit for these waits, and a commit keeps its locks meanwhile. */
const COMMITS_WAIT = 'Commits wait for a synchronous standby, which does not confirm them'

export function createWatch(connection: pg.ClientConfig, log: Log): Watch {
  const lines = new Map<pg.ClientBase, Line>()
  const openedIn = new WeakMap<pg.ClientBase, number>()
  /** Counts the times that a connection was found dead. */
  let generation = 0
  let looking: NodeJS.Timeout | undefined
  let isJudging = false
  /** How long we had listened when we last looked, in all, and when that was. */
  let listenedMs = 0
  let lookedAt = 0

  const listenedUntil = (now: number) => listenedMs + Math.min(now - lookedAt, MOST_LISTENED_MS)
  const silenceOf = ({ heardAtMs }: Line) => Math.max(0, listenedMs - heardAtMs)

  async function exchange<T>(client: pg.ClientBase, ask: () => Promise<T>): Promise<T> {
    looking ??= keepLooking()
    const line = lines.get(client) ?? newLine(client)
    lines.set(client, line)
    line.inFlight++
    try {
      return await ask()
    } finally {
      if (--line.inFlight === 0 && lines.get(client) === line) lines.delete(client)
      if (lines.size === 0) stopLooking()
    }
  }

  const newLine = (client: pg.ClientBase): Line => ({
    inFlight: 0,
    heardBytes: streamOf(client).bytesRead,
    heardAtMs: listenedUntil(performance.now()),
    judgeAtMs: SUSPICIOUS_MS,
  })

  function keepLooking(): NodeJS.Timeout {
    lookedAt = performance.now()
    return setInterval(look, LOOK_MS).unref()
  }

  /** Nothing is due: a process that has nothing to do is not woken. */
  function stopLooking(): void {
    clearInterval(looking)
    looking = undefined
  }

  function look(): void {
    const now = performance.now()
    listenedMs = listenedUntil(now)
    lookedAt = now
    for (const [client, line] of lines) {
      const { bytesRead } = streamOf(client)
      if (bytesRead === line.heardBytes) continue
      line.heardBytes = bytesRead
      line.heardAtMs = listenedMs
      line.judgeAtMs = SUSPICIOUS_MS
    }
    const suspects = [...lines].filter(([, line]) => silenceOf(line) >= line.judgeAtMs)
    if (suspects.length === 0 || isJudging) return
    isJudging = true
    judge(suspects)
      .catch((error: unknown) => log.error({ err: error }, 'Could not judge silent database connections'))
      .finally(() => {
        isJudging = false
      })
  }

  async function judge(suspects: readonly (readonly [pg.ClientBase, Line])[]): Promise<void> {
    const result = await probe(
      connection,
      suspects.flatMap(([client]) => backendOf(client) ?? []),
    )
    await sleep(GRACE_MS, undefined, { ref: false })
    for (const [client, line] of suspects) {
      if (lines.get(client) !== line || streamOf(client).bytesRead !== line.heardBytes) continue
      const silentMs = silenceOf(line)
      const verdict = verdictOn(client, { ...line, silentMs }, result)
      if (verdict === undefined) line.judgeAtMs = silentMs + SUSPICIOUS_MS
      else cut(client, { ...line, silentMs }, verdict)
    }
  }

  function cut(client: pg.ClientBase, { inFlight, silentMs }: SilentLine, { reason, isDead }: Verdict): void {
    if (isDead) generation++
    log.warn(
      { reason, statements: inFlight, silentMs },
      'Cut a database connection that kept answers waiting',
    )
    lines.delete(client)
    streamOf(client).destroy(new Error(reason))
  }

  return {
    exchange,
    opened: (client) => void openedIn.set(client, generation),
    isDoubtful: (client) => (openedIn.get(client) ?? 0) < generation,
    longestSilenceMs: () => Math.max(0, ...[...lines.values()].map(silenceOf)),
  }
}

interface Verdict {
  readonly reason: string
  /** False when the connection works, and those who share it must not wait. */
  readonly isDead: boolean
}

/** Why a silent connection is to be cut; undefined when PostgreSQL works on what it was asked. */
function verdictOn(client: pg.ClientBase, line: SilentLine, result: ProbeResult): Verdict | undefined {
  const dead = (reason: string): Verdict => ({ reason, isDead: true })
  if (result.is === 'silent') return dead(`The database does not answer (${result.reason})`)
  const limitMs = statementTimeoutOf(client)
  const isBeyondLimit = limitMs !== undefined && line.silentMs > limitMs + BEYOND_LIMIT_MS
  const commitsWait = result.is === 'seen' && result.commitsWait
  if (isBeyondLimit && commitsWait) return { reason: COMMITS_WAIT, isDead: false }
  if (isBeyondLimit) return dead('The database answers others, and not this connection')
  const pid = backendOf(client)
  if (result.is === 'unclear' || pid === undefined) return undefined
  const backend = result.backends.get(pid)
  if (backend === undefined) return dead('The database does not know this connection any more')
  const { state, waitsFor } = backend
  if (state === null || state === 'disabled') return undefined
  if (state !== 'active' || waitsFor === 'Client') return dead('What is sent over this connection gets lost')
  if (waitsFor !== 'Lock' || line.inFlight === 1) return undefined
  const reason = 'A statement waits for a lock, and others behind it'
  return { reason: commitsWait ? `${reason}. ${COMMITS_WAIT}` : reason, isDead: false }
}
