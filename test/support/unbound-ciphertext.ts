import { createCipheriv, randomBytes } from 'node:crypto'

/** A ciphertext as versions before the binding to cells wrote it: nonce, tag, text. */
export function unboundCiphertext(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}
