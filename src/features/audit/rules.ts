import { createHmac, type KeyObject } from 'node:crypto'
import type { AnyCaller } from '../../http/caller.ts'
import { shortened } from './shortened.ts'

/** Who did something: absent for strangers. */
export interface Actor {
  readonly kind: 'CREDENTIAL' | 'USER' | 'RUNNER' | 'DIRECTORY'
  readonly id: string
  readonly name: string
  /** The personal access token of the user with which it was done. */
  readonly tokenId?: string | undefined
}

export type Outcome = 'SUCCEEDED' | 'REFUSED' | 'UNKNOWN'

/** One entry of the trail, before it has its place in the chain. */
export interface Entry {
  readonly at: string
  readonly operation: string
  readonly outcome: Outcome
  readonly method: string
  readonly path: string
  readonly status?: number | undefined
  readonly actor?: Actor | undefined
  /** Address and program that the request came from. */
  readonly from: { readonly address: string; readonly userAgent?: string | undefined }
  readonly requestId: string
  readonly projectId?: string | undefined
  readonly request?: unknown
  readonly before?: unknown
  readonly after?: unknown
  /** What the answer does not say, such as why a sign-in was refused. */
  readonly details?: unknown
}

/** How the trail names a caller: users by their id in the directory, all others by the client id. */
export function actorOf(caller: AnyCaller): Actor {
  const { kind, clientId } = caller
  const id = kind === 'USER' ? caller.principalId : clientId
  const tokenId = 'tokenId' in caller ? caller.tokenId : undefined
  return { kind, id, name: kind === 'RUNNER' ? clientId : caller.name, ...(tokenId && { tokenId }) }
}

/** Operations on what a project may own; their paths do not name it. */
const ofOwned = /(CustomConnector|OAuth|AlertChannel|AlertRule|AlertDelivery)(Sharing)?$/

/** The project that owns what such an operation is about, as the state before or after it says. */
export function ownerIn(operation: string, state: unknown): string | undefined {
  if (!ofOwned.test(operation)) return undefined
  const { projectId } = (state ?? {}) as { projectId?: unknown }
  return typeof projectId === 'string' ? projectId : undefined
}

const secretName =
  /password|secret|token|keyvalue|api.?key|privatekey|authorization|authParameters|cookie|^code$|verifier|^x509|invitationUrl|signOutUrl|otpauthUri|recoveryCodes|routingKey|webhookUrl/i
/** Members that only look like secrets. */
const harmlessName =
  /^(passwordSecret|secretName|secretKey|secretReferenceType|secretsLocation|accessTokenUrl|x509\w*subject)$/i
const MASK = '***'
const MAX_CHARACTERS = 16_384
const MAX_DEPTH = 20

/**
 * A value as the trail may hold it: secrets masked by the names of their members, and what is very large
 * shortened. The values of variables and of SCIM attributes are kept; those of authentication, of what is
 * named like a secret, and of operations on secrets are not. `variableName` is the variable that the
 * operation is about.
 */
export function auditable(value: unknown, operation: string, variableName = ''): unknown {
  if (value === undefined || value === null) return undefined
  const size: Size = { unescaped: 0 }
  const given = writesFiles.has(operation) ? withoutContents(value) : value
  const isOfSecrets = operation.toLowerCase().includes('secret') || secretName.test(variableName)
  const masked = mask(given, isOfSecrets, 0, size)
  if (size.unescaped <= MAX_CHARACTERS / MOST_ESCAPED) return masked
  const text = JSON.stringify(masked)
  return text.length <= MAX_CHARACTERS ? masked : shortened(masked, text)
}

/** Git, or the draft, has what was written; the trail says which files. */
const writesFiles = new Set(['createCommit', 'mergeBranches', 'putDraftFile', 'putFile'])

/** The contents of files by their length. */
function withoutContents(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutContents)
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [
      key,
      key === 'content' && typeof own === 'string'
        ? { omitted: `${own.length} characters` }
        : withoutContents(own),
    ]),
  )
}

/**
 * No fewer characters than the JSON text of a value has when none is escaped: most are known to be few
 * without that text.
 */
interface Size {
  unescaped: number
}

/** Characters of JSON for one of a text: `\u0001`. */
const MOST_ESCAPED = 6
/** More than what stands around a value, and than a number or a boolean has. */
const AROUND = 25

function mask(value: unknown, isOfSecrets: boolean, depth: number, size: Size): unknown {
  size.unescaped += AROUND
  if (depth > MAX_DEPTH) return MASK
  if (typeof value === 'string') {
    size.unescaped += value.length
    return storableText(value)
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => mask(element, isOfSecrets, depth + 1, size))
  const entries = Object.entries(value)
  const hidesValues = isOfSecrets || namesSecret(entries)
  return Object.fromEntries(
    entries.map(([key, own]) => {
      size.unescaped += key.length
      const hides = key.toLowerCase() === 'value' ? hidesValues : isSecret(key)
      return [storableText(key), hides ? MASK : mask(own, hidesValues, depth + 1, size)]
    }),
  )
}

/**
 * Whether members name the values beside and below them: `{"path": "password", "value": …}`,
 * `{"name": "db_password", "overrides": [{"value": …}]}`.
 */
const namesSecret = (entries: readonly [string, unknown][]): boolean =>
  entries.some(
    ([key, own]) =>
      /^(path|name|key|variableName)$/i.test(key) && typeof own === 'string' && secretName.test(own),
  )

const isSecret = (key: string): boolean => secretName.test(key) && !harmlessName.test(key)

/** What was sent in vain may be text that cannot be stored. */
function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed
}

/**
 * The hash of an entry: over its text, its place and the hash before, under a key the database does not hold.
 * A key that is made into an object once costs a fifth of one that is read for every hash.
 */
export const chainHash = (key: KeyObject, seq: number, before: Buffer, entry: string): Buffer =>
  createHmac('sha256', key).update(`${seq}\n`).update(before).update('\n').update(entry).digest()
