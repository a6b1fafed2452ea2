import { createHash } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import type { RunnerId, SessionId } from '../../../lib/ids.ts'
import { type FromRunner, OLDEST_PROTOCOL, PROTOCOL_VERSION } from '../../../protocol/messages.ts'
import { belongsToAnother, openSession, resumeSession } from './session-store.ts'

export type Hello = Extract<FromRunner, { kind: 'hello' }>

/** A session that a `hello` opened or resumed. */
export interface Handshake {
  readonly id: SessionId
  readonly runnerId: RunnerId
  readonly runnerName: string
  readonly protocol: number
  /** Which connection of the session this is: work is claimed for the newest only. */
  readonly connection: number
  readonly leaseSeconds: number
  readonly isResumed: boolean
  /** Executions that the runner had received before, and those of them that it still holds. */
  readonly received: number
  readonly held: readonly string[]
}

/** What is stored of the secret of a runner's process. */
export const hashOf = (instanceSecret: string): Buffer => createHash('sha256').update(instanceSecret).digest()

/** Why a runner cannot be served. */
export interface HelloRefused {
  readonly refused: string
  /** The session that it named is over, and what it held is not its any more. */
  readonly isSessionOver: boolean
}

export interface SessionTerms {
  /** What a new session is promised. */
  readonly leaseSeconds: number
  readonly maxRunnerLosses?: number | undefined
}

const refused = (text: string, isSessionOver = false): HelloRefused => ({ refused: text, isSessionOver })

/**
 * Resumes the session that a `hello` names unless it has ended, for the process that opened it, and opens a
 * new one otherwise.
 */
export async function shakeHands(
  db: Db,
  runnerId: RunnerId,
  hello: Hello,
  terms: SessionTerms,
): Promise<Handshake | HelloRefused> {
  const { protocol, session: id, instanceSecret } = hello
  if (protocol < OLDEST_PROTOCOL || protocol > PROTOCOL_VERSION)
    return refused(
      `This server speaks protocol ${PROTOCOL_VERSION}, the runner ${protocol}; update the older one`,
    )
  if (instanceSecret === undefined)
    return refused('The runner does not prove which process it is (instanceSecret)')
  const instanceHash = hashOf(instanceSecret)
  const resumed = id === undefined ? undefined : await resumeSession(db, runnerId, id, instanceHash)
  if (id !== undefined && resumed !== undefined) {
    const { received = 0, held = [] } = hello
    return { id: id as SessionId, runnerId, protocol, ...resumed, isResumed: true, received, held }
  }
  if (id !== undefined && (await belongsToAnother(db, id, instanceHash)))
    return refused('The session belongs to another process')
  const { instance, version, capacity } = hello
  const opened = await openSession(db, runnerId, { instance, version, capacity, instanceHash, ...terms })
  if (typeof opened === 'string') return refused(opened, id !== undefined)
  const { leaseSeconds } = terms
  return {
    ...opened,
    runnerId,
    protocol,
    connection: 1,
    leaseSeconds,
    isResumed: false,
    received: 0,
    held: [],
  }
}
