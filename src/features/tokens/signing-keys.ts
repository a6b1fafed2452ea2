import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { addSigningKey, deleteRetiredKeys, readSigningKeys } from './store.ts'

export const SIGNING_ALGORITHM = 'ES256'
const ROTATE_AFTER_DAYS = 30
/** Tokens live half an hour; a day more lets slow caches of the key set follow. */
const VERIFY_AFTER_ROTATION_DAYS = 1
const DAY_MS = 86_400_000
const REREAD_MS = 60_000
/**
 * An unknown `kid` may be a key another process has just made; a flood of made-up ones must not reach the
 * database.
 */
const REREAD_FOR_UNKNOWN_MS = 2_000

type Key = Awaited<ReturnType<typeof importJWK>>

export interface SigningKeys {
  signer(): Promise<{ kid: string; key: Key }>
  /** The public key of that name, or undefined. */
  verifier(kid: string): Promise<Key | undefined>
  publicJwks(): Promise<JWK[]>
  /** Idempotent pass: makes the first key, rotates an old one, forgets retired ones. */
  rotate(): Promise<void>
}

/** The keys as they were read. */
interface Ring {
  /** On the monotonic clock. */
  readonly readAt: number
  readonly signer: { readonly kid: string; readonly key: Key }
  readonly publicJwks: JWK[]
  readonly byKid: ReadonlyMap<string, Key>
}

const keyCell = (kid: string) => cellOf('signing_key.private_jwk_encrypted', kid)

/** Keys live in the database, private halves encrypted, so that every process signs and verifies alike. */
export function createSigningKeys(db: Db, encryption: Encryption, clock: Clock): SigningKeys {
  let ring: Ring | undefined
  let reading: Promise<Ring> | undefined

  async function read(): Promise<Ring> {
    const rows = await readSigningKeys(db, clock.now())
    const newest = rows[0]
    if (newest === undefined) {
      await rotate()
      return read()
    }
    const byKid = new Map<string, Key>()
    for (const { kid, publicJwk } of rows)
      byKid.set(kid, await importJWK(publicJwk as JWK, SIGNING_ALGORITHM))
    const privateJwk = JSON.parse(encryption.decrypt(newest.privateJwkEncrypted, keyCell(newest.kid))) as JWK
    const signer = { kid: newest.kid, key: await importJWK(privateJwk, SIGNING_ALGORITHM) }
    ring = {
      readAt: performance.now(),
      signer,
      publicJwks: rows.map(({ publicJwk }) => publicJwk as JWK),
      byKid,
    }
    return ring
  }

  /** Those who ask while the keys are read wait for the same answer. */
  async function fresh(maxAgeMs = REREAD_MS): Promise<Ring> {
    if (ring !== undefined && performance.now() - ring.readAt < maxAgeMs) return ring
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function verifier(kid: string): Promise<Key | undefined> {
    return (await fresh()).byKid.get(kid) ?? (await fresh(REREAD_FOR_UNKNOWN_MS)).byKid.get(kid)
  }

  async function rotate(): Promise<void> {
    const now = clock.now()
    const [newest] = await readSigningKeys(db, now)
    if (newest === undefined || now.getTime() - newest.createdAt.getTime() > ROTATE_AFTER_DAYS * DAY_MS) {
      const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
      const publicJwk = await exportJWK(publicKey)
      const kid = await calculateJwkThumbprint(publicJwk)
      const privateJwkEncrypted = encryption.encrypt(
        JSON.stringify(await exportJWK(privateKey)),
        keyCell(kid),
      )
      const described = { ...publicJwk, kid, use: 'sig', alg: SIGNING_ALGORITHM }
      const key = {
        kid,
        algorithm: SIGNING_ALGORITHM,
        publicJwk: described,
        privateJwkEncrypted,
        createdAt: now,
      }
      await addSigningKey(db, key, new Date(now.getTime() + VERIFY_AFTER_ROTATION_DAYS * DAY_MS))
      ring = undefined
    }
    await deleteRetiredKeys(db, now)
  }

  return {
    signer: async () => (await fresh()).signer,
    verifier,
    publicJwks: async () => (await fresh()).publicJwks,
    rotate,
  }
}
