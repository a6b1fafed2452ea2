import type { SessionId } from '../../../lib/ids.ts'

/** What a look at a live session finds. `beat` differs after each heartbeat. */
export interface Heartbeat {
  readonly id: SessionId
  readonly beat: string
  readonly leaseSeconds: number
  /** Some process has found its lease to be over already, and nothing was heard since. */
  readonly lapsed: boolean
}

/** Sessions whose runners are silent. */
export interface Silence {
  /** For their lease. */
  readonly silent: readonly Heartbeat[]
  /** For so long that they are given up, whether or not somebody else can take their work. */
  readonly lost: readonly SessionId[]
}

interface Watched {
  readonly beat: string
  readonly silentMs: number
}

/**
 * Measures how long runners are silent, by this process's monotonic clock: whatever the clocks of the
 * machines do, no lease ends by it. Only time in which heartbeats could be seen counts. After an outage of
 * the database, or when this process was stopped, at most a third of a lease does, and a process that has
 * just started has seen no silence.
 */
export class HeartbeatWatch {
  readonly #lostAfterMs: number
  #watched = new Map<SessionId, Watched>()
  #lookedAt: number | undefined

  constructor(lostAfterSeconds: number) {
    this.#lostAfterMs = lostAfterSeconds * 1_000
  }

  /** `nowMs` is of a clock that only moves forward; `live` are all sessions that have not ended. */
  look(live: readonly Heartbeat[], nowMs: number): Silence {
    const sinceLast = this.#lookedAt === undefined ? 0 : nowMs - this.#lookedAt
    this.#lookedAt = nowMs
    const silent: Heartbeat[] = []
    const lost: SessionId[] = []
    const watched = new Map<SessionId, Watched>()
    for (const session of live) {
      const { id, beat, leaseSeconds, lapsed } = session
      const before = this.#watched.get(id)
      const leaseMs = leaseSeconds * 1_000
      const silentMs = before?.beat === beat ? before.silentMs + Math.min(sinceLast, leaseMs / 3) : 0
      watched.set(id, { beat, silentMs })
      if (lapsed || silentMs >= leaseMs) silent.push(session)
      if (silentMs >= Math.max(leaseMs, this.#lostAfterMs)) lost.push(id)
    }
    this.#watched = watched
    return { silent, lost }
  }
}
