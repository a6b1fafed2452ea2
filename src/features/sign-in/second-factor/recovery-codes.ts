import { createHash, randomBytes } from 'node:crypto'

const CODES = 10
const GROUPS = 4
const GROUP_CHARACTERS = 4
/** No character that is mistaken for another one: 32 of them, so a code has 80 random bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** New recovery codes, e.g. `k3m9-xq2p-7rtw-hd4c`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode)

function newRecoveryCode(): string {
  const characters = [...randomBytes(GROUPS * GROUP_CHARACTERS)].map(
    (byte) => alphabet[byte % alphabet.length],
  )
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    characters.slice(i * GROUP_CHARACTERS, (i + 1) * GROUP_CHARACTERS).join(''),
  )
  return groups.join('-')
}

/**
 * What is stored of a code, however it was typed: 80 random bits cannot be guessed, so a fast hash is enough.
 */
export const recoveryCodeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
