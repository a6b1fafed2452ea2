import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The key of the hashes of audit entries, derived from the data key that secrets are encrypted with. */
export const auditKeyOf = (dataKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, 'headrace', 'audit chain', 32)))
