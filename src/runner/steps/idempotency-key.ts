import { createHash } from 'node:crypto'
import { keyOfAllAttempts } from '../../pipeline/flow/keys.ts'

/**
 * The same for the same visit in every session, and for all attempts of a retry around it, in the form of a
 * UUID (version 8, RFC 9562): what was done although it seemed to have failed is not done again.
 */
export function idempotencyKey(execution: string, key: string): string {
  const hex = createHash('sha256')
    .update(`${execution}\n${keyOfAllAttempts(key)}`)
    .digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
