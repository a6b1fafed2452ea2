import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Where a ciphertext is stored. It opens there and nowhere else. */
export interface Cell {
  /** Table and column, as in `secret.value_encrypted`. */
  readonly column: `${string}.${string}`
  /** What names the row. */
  readonly row: string
}

/** Encrypts what must be read again: provider tokens, signing keys, runner secrets. */
export interface Encryption {
  encrypt(text: string, cell: Cell): Buffer
  /** Throws when the key is another one, the bytes were changed, or they were encrypted for another cell. */
  decrypt(bytes: Buffer, cell: Cell): string
}

export const MASTER_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What ciphertexts begin with that are bound to a cell. Those of earlier versions begin with their nonce,
 * which is random: that it looks like this happens once in 2^72.
 */
export const BOUND_PREFIX = Buffer.from('hr-cell-2')

/**
 * AES-256-GCM under a key of the installation: prefix, nonce, tag, ciphertext, with the cell as associated
 * data. While `isBound` says no, ciphertexts without a cell, as earlier versions wrote them, are read too.
 */
export function encryptionWith(key: Buffer, isBound: () => boolean = () => true): Encryption {
  if (key.length !== MASTER_KEY_BYTES) throw new Error(`A master key has ${MASTER_KEY_BYTES} bytes`)
  return {
    encrypt(text, cell) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(dataOf(cell))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([BOUND_PREFIX, nonce, cipher.getAuthTag(), sealed])
    },
    decrypt(bytes, cell) {
      if (isBoundCiphertext(bytes)) return open(key, bytes.subarray(BOUND_PREFIX.length), dataOf(cell))
      if (isBound()) throw new Error(`The ciphertext in ${cell.column} is bound to no cell`)
      return open(key, bytes, undefined)
    },
  }
}

export const isBoundCiphertext = (bytes: Buffer): boolean =>
  bytes.subarray(0, BOUND_PREFIX.length).equals(BOUND_PREFIX)

function open(key: Buffer, bytes: Buffer, data: Buffer | undefined): string {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  if (data !== undefined) decipher.setAAD(data)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

/** Two cells never give the same bytes: names of columns have no NUL. */
const dataOf = ({ column, row }: Cell): Buffer => Buffer.from(`${column}\0${row}`)
