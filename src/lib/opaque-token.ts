import { createHash, randomBytes } from 'node:crypto'

/** A token that means nothing by itself: a prefix that says what it opens, and 256 random bits. */
export const newOpaqueToken = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** What is stored of it: nobody can guess 256 bits, so a fast hash keeps them. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
