import { createHash } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import type { RunnerId, SessionId } from '../../../lib/ids.ts'
import { type FromRunner, PROTOCOL_VERSION } from '../../../protocol/messages.ts'
import { belongsToAnother, openSession, resumeSession } from './session-store.ts'

export type Hello = Extract<FromRunner, { kind: 'hello' }>

/** A session that a `hello` opened or resumed. */
export interface Handshake {
  readonly id: SessionId
  readonly runnerId: RunnerId
  readonly runnerName: string
  /** Which connection of the session this is: work is claimed for the newest only. */
  readonly connection: number
  readonly leaseSeconds: number
  readonly isResumed: boolean
  /** Executions that the runner had received before, and those of them that it still holds. */
  readonly received: number
  readonly held: readonly string[]
}

/**
 * Resumes the session that a `hello` names while its lease runs, for the process that opened it, and opens a new one
 * otherwise. Answers a
 * text when the runner cannot be served.
 */
export async function shakeHands(
  db: Db,
  runnerId: RunnerId,
  hello: Hello,
  leaseSeconds: number,
): Promise<Handshake | string> {
  const { protocol, session: id, instanceSecret } = hello
  if (protocol !== PROTOCOL_VERSION)
    return `This server speaks protocol ${PROTOCOL_VERSION}, the runner ${protocol}; update the older one`
  if (instanceSecret === undefined) return 'The runner does not prove which process it is (instanceSecret)'
  const instanceHash = createHash('sha256').update(instanceSecret).digest()
  const resumed = id === undefined ? undefined : await resumeSession(db, runnerId, id, instanceHash)
  if (id !== undefined && resumed !== undefined) {
    const { received = 0, held = [] } = hello
    return { id: id as SessionId, runnerId, ...resumed, isResumed: true, received, held }
  }
  if (id !== undefined && (await belongsToAnother(db, id, instanceHash)))
    return 'The session belongs to another process'
  const { instance, version, capacity } = hello
  const opened = await openSession(db, runnerId, { instance, version, capacity, leaseSeconds, instanceHash })
  if (typeof opened === 'string') return opened
  return { ...opened, runnerId, connection: 1, leaseSeconds, isResumed: false, received: 0, held: [] }
}
