import { hkdfSync } from 'node:crypto'

/** The key of the hashes of audit entries: another one than secrets are encrypted with, from the same master key. */
export const auditKeyOf = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, 'headrace', 'audit chain', 32))
