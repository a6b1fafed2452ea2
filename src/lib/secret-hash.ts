import { type Argon2Parameters, argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback)

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const NONCE_BYTES = 16

const derive = (secret: string, nonce: Buffer) =>
  argon2('argon2id', { ...parameters, message: secret, nonce } satisfies Argon2Parameters)

/**
 * A slow hash of a secret that is compared but never read again. Carries its own salt and parameters'
 * version.
 */
export async function hashSecret(secret: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  return [
    'argon2id-1',
    nonce.toString('base64url'),
    (await derive(secret, nonce)).toString('base64url'),
  ].join('$')
}

/** Whether `secret` is the one that was hashed. Takes as long for a wrong one. */
export async function isSecret(secret: string, hash: string): Promise<boolean> {
  const [version, nonce, tag] = hash.split('$')
  if (version !== 'argon2id-1' || nonce === undefined || tag === undefined) return false
  const derived = await derive(secret, Buffer.from(nonce, 'base64url'))
  return timingSafeEqual(derived, Buffer.from(tag, 'base64url'))
}

/** Takes the time of a real comparison and says no: for callers that do not exist. */
export async function compareWithNothing(secret: string): Promise<false> {
  await derive(secret, Buffer.alloc(NONCE_BYTES))
  return false
}

/** A new secret: 256 random bits, as text that needs no escaping anywhere. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
