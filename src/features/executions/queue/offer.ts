import type { RunnerId, SessionId } from '../../../lib/ids.ts'
import type { Claimed } from './run-message-store.ts'

/** Who claims executions: one connection of a runner's session. */
export interface Claimant {
  readonly id: SessionId
  readonly runnerId: RunnerId
  readonly connection: number
}

/**
 * Slots of a connected session, reserved for executions that are being created. It ends with exactly one call
 * of `commit` or `abort`; until then no other execution gets these slots.
 */
export interface Offer {
  readonly claimant: Claimant
  readonly slots: number
  /** All sessions of its runner that are connected to this process. */
  readonly here: readonly SessionId[]
  /** Sends what was claimed and releases the slots. */
  commit(claimed: readonly Claimed[]): void
  /** Releases the slots when it is unknown whether anything was claimed. */
  abort(): void
}

/** The runners that are connected to this process, as creating executions sees them. */
export interface HandOff {
  /** Marks the notifications of this process, which has counted what it queued itself. */
  readonly origin: string
  /**
   * Up to `wanted` slots of the session of this runner that has the most free. Undefined when no session here
   * has more slots than executions that wait already: then the new ones are queued behind those.
   */
  offer(runnerId: RunnerId, wanted: number): Offer | undefined
  /** Records that an execution of this runner was queued, or may have been. */
  recordQueued(runnerId: RunnerId, execution: string): void
}

/** For programs to which no runner connects. */
export const noHandOff: HandOff = { origin: '', offer: () => undefined, recordQueued: () => undefined }
