import { azureBlob } from './azure.ts'
import type { ObjectStore } from './object-store.ts'
import { s3Object } from './s3.ts'
import { createSender, type Sign } from './sender.ts'
import type { ObjectTarget } from './target.ts'

/** An upload that is given up is taken away within this time, or left to the store's own rules. */
const LAST_WORD_MS = 10_000

export interface Writing {
  readonly fetch: typeof fetch
  readonly sign: Sign
  readonly signal: AbortSignal
  /** What objects of S3 are made with; see `s3Headers`. */
  readonly headers: Readonly<Record<string, string>>
}

/** An object, ready to be written whole or not at all. */
export function writtenObject(target: ObjectTarget, { fetch, sign, signal, headers }: Writing): ObjectStore {
  const send = createSender({ fetch, signal, sign })
  if (target.kind === 'AZURE') return azureBlob(send, target.url, target.shown)
  const sendLate: typeof send = (request) =>
    createSender({ fetch, signal: AbortSignal.timeout(LAST_WORD_MS), sign })(request)
  const own = target.kind === 'S3' ? headers : {}
  return s3Object(send, { url: target.url, shown: target.shown, headers: own, sendLate })
}

export interface S3Making {
  readonly accessControl: string
  readonly encryption: string
  readonly kmsKeyId: string
}

/** Access and encryption of a new object of S3, from texts that are empty when absent. */
export function s3Headers({ accessControl, encryption, kmsKeyId }: S3Making): Record<string, string> {
  const sse = encryptionOf(encryption)
  return {
    'content-type': 'application/octet-stream',
    ...(accessControl !== '' && { 'x-amz-acl': cannedOf(accessControl) }),
    ...(sse !== undefined && { 'x-amz-server-side-encryption': sse }),
    ...(sse === 'aws:kms' && kmsKeyId !== '' && { 'x-amz-server-side-encryption-aws-kms-key-id': kmsKeyId }),
  }
}

/** undefined: the default of the bucket. */
const encryptionOf = (text: string): 'AES256' | 'aws:kms' | undefined =>
  /kms/i.test(text) ? 'aws:kms' : /s3|aes/i.test(text) ? 'AES256' : undefined

const cannedOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
