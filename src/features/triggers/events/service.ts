import type { Db } from '../../../db/database.ts'
import { cellOf } from '../../../db/sealed-columns.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest, conflict, notFound, Problem } from '../../../lib/problem.ts'
import { enterTrigger } from '../access.ts'
import type { AcceptedEvent, TriggerAddress } from '../schema.ts'
import { keepEvent, readEventTerms } from './event-store.ts'
import { type SignedEvent, signatureFault } from './signature.ts'

/** Events of one trigger that may wait. */
const MAX_PENDING = 10_000
const RETRY_SECONDS = 5

export interface IncomingEvent extends SignedEvent {
  readonly idempotencyKey: string | undefined
  readonly payload: object
}

export interface TriggerEventsOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
}

/** Events that callers send to triggers. */
export function createTriggerEvents({ db, encryption, clock }: TriggerEventsOptions) {
  /** Throws unless the caller may run the trigger. */
  async function admit(caller: Caller, { projectId, triggerId }: TriggerAddress): Promise<void> {
    await enterTrigger(db, caller, projectId, triggerId, 'executions:run', 'environment:run')
  }

  /**
   * Accepts an event: it is on disk when this returns, and starts one run however often it comes. Throws
   * `conflict` while the trigger is disabled, for one that waits for something else, and when its id came
   * with another body.
   */
  async function accept(
    caller: Caller,
    address: TriggerAddress,
    event: IncomingEvent,
  ): Promise<AcceptedEvent> {
    await admit(caller, address)
    const { triggerId } = address
    const terms = await readEventTerms(db, triggerId, MAX_PENDING)
    if (terms === undefined) throw notFound('Trigger', triggerId)
    if (terms.type !== 'EVENT')
      throw conflict(`The trigger ${triggerId} has a condition of type ${terms.type}, not EVENT`)
    if (terms.signingSecret !== null) {
      const cell = cellOf('data_trigger.signing_secret_encrypted', triggerId)
      const fault = signatureFault(encryption.decrypt(terms.signingSecret, cell), event, clock.now())
      if (fault !== undefined) throw badRequest([fault])
    }
    if (!terms.enabled) throw conflict(`The trigger ${triggerId} is disabled; enable it first`)
    if (terms.pending >= MAX_PENDING)
      throw new Problem('too-many-requests', `${MAX_PENDING} events of this trigger are already pending`, {
        retryAfterSeconds: RETRY_SECONDS,
      })
    const eventId = event.id ?? event.idempotencyKey ?? newId()
    const kept = await keepEvent(db, triggerId, eventId, event.payload)
    if (kept === undefined) throw notFound('Trigger', triggerId)
    if (!kept.isSame) throw conflict(`The event ${eventId} was already sent with another body`)
    return { eventId, acceptedAt: kept.acceptedAt }
  }

  return { admit, accept }
}

export type TriggerEvents = ReturnType<typeof createTriggerEvents>
