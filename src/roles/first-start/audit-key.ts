import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The key of the hashes of audit entries: another one than secrets are encrypted with, from the same data key. */
export const auditKeyOf = (dataKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, 'headrace', 'audit chain', 32)))
