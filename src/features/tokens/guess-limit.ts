import { createHash, createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { clientOf } from '../../lib/addresses.ts'
import { Problem } from '../../lib/problem.ts'
import { upTo } from '../../lib/remembered.ts'
import { type Bucket, reserve, settle } from './guess-store.ts'

export interface GuessLimits {
  readonly maxFailuresPerClient: number
  readonly maxFailuresPerAddress: number
  readonly windowMs: number
}

export const defaultGuessLimits: GuessLimits = {
  maxFailuresPerClient: 10,
  maxFailuresPerAddress: 50,
  windowMs: 60_000,
}

/** What somebody claims, from where. */
export interface Claim {
  readonly address: string
  readonly name: string
  readonly secret: string
}

/**
 * Limits failed proofs by address (IPv6: by /64 network), and by name from an address: by name alone a
 * stranger could lock a client out. Each attempt is reserved in the database before it is judged, so that
 * neither parallel attempts nor several processes get around it. Successes cost nothing. What this process
 * has seen proven is not limited at all: failures of strangers behind the same address never refuse it.
 */
export interface GuessLimit {
  /**
   * What `prove` returns, undefined for a wrong secret. It learns whether the same claim was proven before.
   * Throws `too-many-requests`.
   */
  attempt<T>(claim: Claim, prove: (isKnown: boolean) => Promise<T | undefined>): Promise<T | undefined>
}

const MAX_PROVEN = 10_000
const PROVEN_MS = 24 * 3_600_000
/** How long an attempt waits for those that are judged at the same moment, and how often it looks. */
const PATIENCE_MS = 10_000
const LOOK_MS = 50

export function createGuessLimit(db: Db, limits: GuessLimits = defaultGuessLimits): GuessLimit {
  const proven = new LRUCache<string, true>({ ...upTo(MAX_PROVEN), ttl: PROVEN_MS })
  // Of this process alone: a copy of the memory without it says nothing of the secrets.
  const key = randomBytes(32)
  const digest = ({ name, secret }: Claim) =>
    createHmac('sha256', key).update(`${name.length} ${name} ${secret}`).digest('base64')

  async function attempt<T>(
    claim: Claim,
    prove: (isKnown: boolean) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const id = digest(claim)
    if (proven.has(id)) {
      const known = await prove(true)
      if (known === undefined) proven.delete(id)
      return known
    }
    const buckets = bucketsOf(claim, limits)
    await reserveAll(buckets)
    let result: T | undefined
    try {
      result = await prove(false)
    } catch (error) {
      await settleAll(buckets, false)
      throw error
    }
    await settleAll(buckets, result === undefined)
    if (result !== undefined) proven.set(id, true)
    return result
  }

  async function reserveAll(buckets: readonly Bucket[]): Promise<void> {
    const reserved: Bucket[] = []
    for (const bucket of buckets) {
      const wait = await reserveOne(bucket)
      if (wait === undefined) {
        reserved.push(bucket)
        continue
      }
      await settleAll(reserved, false)
      throw new Problem('too-many-requests', 'Too many failed attempts', { retryAfterSeconds: wait })
    }
  }

  /** Waits while others are judged: a hundred jobs that begin at once with the right secret all get in. */
  async function reserveOne(bucket: Bucket): Promise<number | undefined> {
    for (const until = Date.now() + PATIENCE_MS; ; ) {
      const wait = await reserve(db, bucket, limits.windowMs)
      if (wait !== 0) return wait
      if (Date.now() > until) return 1
      await sleep(LOOK_MS)
    }
  }

  async function settleAll(buckets: readonly Bucket[], failed: boolean): Promise<void> {
    for (const bucket of buckets) await settle(db, bucket, failed)
  }

  return { attempt }
}

/** The address first, always: attempts that wait for each other's rows would otherwise wait for ever. */
function bucketsOf({ address, name }: Claim, limits: GuessLimits): readonly Bucket[] {
  const client = clientOf(address)
  return [
    { hash: sha256(`address ${client}`), max: limits.maxFailuresPerAddress },
    { hash: sha256(`client ${client} ${name.toLowerCase()}`), max: limits.maxFailuresPerClient },
  ]
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
