import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, Problem } from '../lib/problem.ts'
import { type RequestKey, requestKey } from './idempotency/key.ts'

const REVISION_CHARACTERS = 22

/** Entity tags (RFC 9110 §8.8.3). Ours are strong: `revision` says which state of the resource is meant. */
export const etagOf = (revision: string): string => `"${revision}"`

/** A revision of what has no version of its own: of its text, or of itself as JSON. */
export const revisionOf = (content: unknown): string =>
  createHash('sha256')
    .update(typeof content === 'string' ? content : JSON.stringify(content))
    .digest('base64url')
    .slice(0, REVISION_CHARACTERS)

/**
 * The tag of an answer that says more than its resource's version knows of: a schedule that ran, a user whose
 * groups were changed. A hash of `said` follows the version, so that 304 is answered only while nothing has
 * changed. `If-Match` compares the version alone: who edits a busy resource would never succeed otherwise.
 */
export const stateTag = (version: string, said: unknown): string => etagOf(stateOf(version, said))

const stateOf = (version: string, said: unknown): string => `${version}.${revisionOf(said)}`
const versionOf = (revision: string): string => revision.split('.', 1)[0]!

/** The revision of what is not there. No tag states it: a tag has no spaces. */
export const NOTHING_THERE = ' '

/** What a change demands of the state it changes. */
export interface Precondition {
  /**
   * Throws the problem `precondition-failed` when the resource is not in a state the caller has read; with
   * `NOTHING_THERE`, when the caller expects one that is there.
   */
  check(revision: string): void
}

/**
 * How a client asked for a change: what it expects of the present state, and the key that makes a repeat
 * harmless.
 */
export interface ChangeTerms {
  readonly precondition: Precondition
  readonly key: RequestKey | undefined
}

/**
 * `If-Match` and `Idempotency-Key` of a request that changes something. Throws `bad-request` for a malformed
 * one.
 */
export const changeTerms = (request: Parameters<typeof requestKey>[0]): ChangeTerms => ({
  precondition: ifMatch(request),
  key: requestKey(request),
})

const list = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/
const tag = /(?:W\/)?"[^"]*"/g

/**
 * The precondition of `If-Match` (RFC 9110 §13.1.1); without the header every state is right. Weak tags never
 * match. Throws `bad-request` when the header is neither `*` nor a list of quoted tags.
 */
export const ifMatch = (request: Pick<FastifyRequest, 'headers'>): Precondition =>
  preconditionOf(request.headers['if-match'])

/** What `If-Match` states: nothing at all (no header), any state (`*`), or one of these revisions. */
export type StatedRevisions = 'nothing' | 'any' | readonly string[]

/**
 * For what is compared with more than one tag, such as a file of a branch that has a tag of each. Throws
 * `bad-request` for a malformed header.
 */
export function statedRevisions({ headers }: Pick<FastifyRequest, 'headers'>): StatedRevisions {
  const header = headers['if-match']
  if (header === undefined) return 'nothing'
  if (header.trim() === '*') return 'any'
  preconditionOf(header)
  return (header.match(tag) ?? []).filter((one) => !one.startsWith('W/')).map((one) => one.slice(1, -1))
}

/** The same for a tag that came another way than by the header. */
export function preconditionOf(header: string | undefined): Precondition {
  if (header === undefined) return { check: () => undefined }
  if (header.trim() === '*') return { check: refuseNothing }
  const versions = tagsIn(header, 'if-match')
    .filter((one) => !one.startsWith('W/'))
    .map((one) => versionOf(one.slice(1, -1)))
  return {
    check(revision) {
      refuseNothing(revision)
      if (versions.includes(versionOf(revision))) return
      throw new Problem(
        'precondition-failed',
        'It has changed since it was read. Read it again and repeat the change',
      )
    },
  }
}

function refuseNothing(revision: string): void {
  if (revision === NOTHING_THERE)
    throw new Problem('precondition-failed', 'Nothing is there, so If-Match matches nothing')
}

/**
 * The precondition of `If-None-Match` of a change (RFC 9110 §13.1.2): no state that it names, and with `*`
 * none at all. Throws `bad-request` for a malformed header.
 */
export function ifNoneMatch({ headers }: Pick<FastifyRequest, 'headers'>): Precondition {
  const header = headers['if-none-match']
  if (header === undefined) return { check: () => undefined }
  if (header.trim() !== '*') tagsIn(header, 'if-none-match')
  return {
    check(revision) {
      if (!isKnownTag(header, etagOf(revision))) return
      throw new Problem(
        'precondition-failed',
        header.trim() === '*'
          ? 'The resource already exists'
          : 'The resource is in a state that If-None-Match excludes',
      )
    },
  }
}

function tagsIn(header: string, name: string): readonly string[] {
  if (list.test(header)) return header.match(tag) ?? []
  throw badRequest([`headers/${name} must be * or entity tags in double quotes, as received in ETag`])
}

/**
 * Answers with the tag of what is sent, or 304 without a body when the client has it already
 * (`If-None-Match`, RFC 9110 §13.1.2). Use in routes that read.
 */
export function sendTagged(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  revision: string,
  body: unknown,
): FastifyReply {
  reply.header('etag', etagOf(revision))
  const known = request.headers['if-none-match']
  if (known !== undefined && isKnownTag(known, etagOf(revision))) return reply.code(304).send()
  return reply.send(body)
}

/** The same for an answer that says more than the version of its resource knows of: see `stateTag`. */
export const sendState = (
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  version: string,
  body: unknown,
): FastifyReply => sendTagged(request, reply, stateOf(version, body), body)

/** `If-None-Match` compares weakly: a proxy may have weakened the tag. */
export const isKnownTag = (header: string, etag: string): boolean =>
  header.trim() === '*' || (header.match(tag) ?? []).some((known) => known.replace(/^W\//, '') === etag)
