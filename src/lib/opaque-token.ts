import { createHash, randomBytes } from 'node:crypto'

/** An opaque token: a prefix that says what it opens, and 256 random bits. */
export const newOpaqueToken = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** What is stored of it: 256 random bits cannot be guessed, so a fast hash is enough. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
