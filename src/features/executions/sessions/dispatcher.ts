import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { LOWEST_ID, type RunnerId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { createBacklog } from '../queue/backlog.ts'
import { claimExecutions, claimLimited, hasLimits } from '../queue/claim-store.ts'
import type { HandOff, Offer } from '../queue/offer.ts'
import { type Claimed, runMessages } from '../queue/run-message-store.ts'
import type { Registry } from './registry.ts'
import type { SendRuns } from './send-runs.ts'
import type { Session } from './session.ts'
import type { Unsent } from './unsent.ts'

export interface DispatcherDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  readonly log: Log
  readonly registry: Registry
  readonly sendRuns: SendRuns
  readonly markUnconfirmed: Unsent['markUnconfirmed']
  /** Wakes the dispatch pass. */
  readonly wake: () => void
}

/** At most this many executions are claimed with one statement. */
const MAX_CLAIM = 50
/**
 * The whole queue is scanned this often, in case a notification was lost. While a transaction is open that is
 * a walk over everything that was queued since it began, so not more often.
 */
const FULL_SCAN_MS = 60_000

/** Claims queued executions for the sessions of this process that have free slots, and sends them. */
export class Dispatcher implements HandOff {
  readonly origin = randomUUID()
  readonly #deps: DispatcherDependencies
  readonly #backlog = createBacklog()
  #fullScanAt = 0
  #failures = 0

  constructor(deps: DispatcherDependencies) {
    this.#deps = deps
  }

  /** How many scans have failed since the process started. */
  get failures(): number {
    return this.#failures
  }

  /** A session opened: anything may wait for its runner. */
  onOpened({ runnerId }: Session): void {
    this.#backlog.add(runnerId, LOWEST_ID)
  }

  onClosed({ runnerId }: Session): void {
    if (this.#deps.registry.ofRunner(runnerId).length === 0) this.#backlog.forget(runnerId)
  }

  /** Most of the time nothing waits, and the pass need not run. */
  onCapacityFreed({ runnerId }: Session): void {
    if (this.#backlog.count(runnerId) > 0) this.#deps.wake()
  }

  recordQueued(runnerId: RunnerId, execution: string): void {
    const { registry, wake } = this.#deps
    if (registry.ofRunner(runnerId).length === 0) return
    this.#backlog.add(runnerId, execution, 1)
    wake()
  }

  /**
   * Takes a payload of QUEUED_CHANNEL; an empty one means that notifications may have been missed. What this
   * process queued itself it has recorded: counted twice, it would leave slots empty that new executions
   * could have.
   */
  onQueuedNotification(payload: string): void {
    const { registry, wake } = this.#deps
    const [runnerId, from, count, origin] = payload.split(' ') as [RunnerId, string?, string?, string?]
    if (origin === this.origin) return
    if (payload === '') for (const id of registry.runners()) this.#backlog.add(id, LOWEST_ID)
    else if (registry.ofRunner(runnerId).length === 0) return
    else if (from !== undefined) this.#backlog.add(runnerId, from, Number(count))
    wake()
  }

  /**
   * Idempotent pass: claims what waits for the runners that are connected here. A scan that fails does not
   * stop those of other runners; each failure is logged, and the pass then fails as a whole.
   */
  async dispatch(): Promise<void> {
    const { db, log } = this.#deps
    const isFull = this.#isFullScanDue()
    const runners = this.#waiting(isFull)
    if (runners.length === 0) return
    const limited = await hasLimits(db)
    const scans = runners.map((runnerId) => this.#scan(runnerId, isFull, limited))
    const ended = await Promise.allSettled(scans) // no two scans for one runner at once
    const failures = ended.flatMap((scan, i) =>
      scan.status === 'rejected' ? [{ runnerId: runners[i]!, error: scan.reason as unknown }] : [],
    )
    this.#failures += failures.length
    for (const { runnerId, error } of failures)
      log.error({ err: error, runnerId }, 'Could not claim executions for a runner')
    if (failures.length > 0)
      throw new AggregateError(
        failures.map(({ error }) => error),
        `${failures.length} of ${runners.length} scans of the queue failed`,
      )
    if (isFull) this.#fullScanAt = performance.now() + FULL_SCAN_MS
  }

  /** Whether `dispatch` would scan anything. */
  isDue(): boolean {
    return this.#waiting(this.#isFullScanDue()).length > 0
  }

  #isFullScanDue(): boolean {
    return performance.now() >= this.#fullScanAt
  }

  /** The runners connected here whose queue is to be scanned. */
  #waiting(isFull: boolean): RunnerId[] {
    return [...this.#deps.registry.runners()].filter((id) => isFull || this.#backlog.count(id) > 0)
  }

  #scan(runnerId: RunnerId, isFull: boolean, limited: boolean): Promise<void> {
    return this.#backlog.scan(runnerId, isFull, async (from) => {
      const sessions = this.#deps.registry.ofRunner(runnerId)
      const left = await Promise.all(sessions.map((session) => this.#fill(session, from, limited)))
      return furthest(left)
    })
  }

  /** Claims for a session, from this id on, while it has free slots. Answers the lowest id that is left. */
  async #fill(session: Session, from: string, limited: boolean): Promise<string | undefined> {
    const left = await this.#claimAll(session, from, claimExecutions)
    if (left !== undefined && limited) await this.#claimAll(session, left, claimLimited)
    return left
  }

  /** A claim that brings nothing ends it: another process may be claiming the same executions. */
  async #claimAll(
    session: Session,
    from: string,
    claim: typeof claimExecutions,
  ): Promise<string | undefined> {
    const { writer, log, sendRuns, markUnconfirmed } = this.#deps
    const { credit, id, runnerId } = session
    let left: string | undefined = from
    for (let slots = credit.reserve(MAX_CLAIM); slots > 0; slots = credit.reserve(MAX_CLAIM)) {
      try {
        const claimed = await claim(writer, session, slots, left)
        log.debug(
          { session: id, runnerId, slots, claimed: claimed.runs.length, from: left, left: claimed.left },
          'Claimed executions',
        )
        sendRuns(session, claimed.runs)
        left = claimed.left
        if (left === undefined || claimed.runs.length === 0) return left
      } catch (error) {
        markUnconfirmed(session)
        throw error
      } finally {
        credit.release(slots)
      }
    }
    return left
  }

  /** See `HandOff`. What waits already goes first: only slots beyond the backlog are offered. */
  offer(runnerId: RunnerId, wanted: number): Offer | undefined {
    const sessions = this.#deps.registry.ofRunner(runnerId)
    const [freest] = sessions.toSorted((a, b) => b.credit.free() - a.credit.free())
    const spare = (freest?.credit.free() ?? 0) - this.#backlog.count(runnerId)
    const slots = freest?.credit.reserve(Math.min(wanted, Math.max(0, spare))) ?? 0
    if (freest === undefined || slots === 0) return undefined
    return {
      claimant: freest,
      slots,
      here: sessions.map(({ id }) => id),
      commit: (claimed) => void this.#commit(freest, slots, claimed),
      abort: () => {
        this.#deps.markUnconfirmed(freest)
        this.#release(freest, slots)
      },
    }
  }

  /** What cannot be sent now is found by `unsent.ts`. */
  async #commit(session: Session, slots: number, claimed: readonly Claimed[]): Promise<void> {
    const { writer, log, sendRuns, markUnconfirmed } = this.#deps
    try {
      sendRuns(session, await runMessages(writer, claimed))
    } catch (error) {
      const fields = { err: error, session: session.id, executions: claimed.length }
      log.warn(fields, 'Could not send executions that were claimed; trying again shortly')
      markUnconfirmed(session)
    } finally {
      this.#release(session, slots)
    }
  }

  #release(session: Session, slots: number): void {
    session.credit.release(slots)
    this.onCapacityFreed(session)
  }
}

/**
 * What one claim of a runner left is left for all its sessions; a session without free slots made no claim.
 */
const furthest = (left: readonly (string | undefined)[]) =>
  left.includes(undefined) ? undefined : left.toSorted().at(-1)
