import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditNote } from '../../http/audit-note.ts'
import { asOwnReads } from '../../http/in-process.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../lib/clock.ts'
import { isUuid } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { actorOf, auditable, type Entry, ownerIn } from './rules.ts'
import type { Audit } from './service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A change that is under way. */
    audited: Underway | undefined
    /** Made by the server itself, to see what a change is about. */
    isOwnRead: boolean
  }
}

interface Underway {
  readonly entry: Entry
  readonly intentId: string | undefined
}

export interface AuditHookOptions {
  readonly audit: Audit
  readonly clock: Clock
  readonly log: Log
  readonly basePath: string
}

/** Changes although they are read operations by their method. */
const changesByGet = new Set(['finishOAuthAuthorization', 'finishOpenIdSignIn'])
/**
 * These keep nothing, whatever they do elsewhere; only their rejection is recorded, as for those that change
 * nothing.
 */
const keepsNothing = /^test|^getAccessToken$/
/** Kept in tables of their own with who did it, and done by the thousand: nothing waits for their entries. */
const keptElsewhere = new Set([
  'createPipelineExecution',
  'putDraftFile',
  'updatePipelineExecution',
  'updateProjectPipelineExecution',
])
/** At their address is a list of other things: what was there before says nothing of the change. */
const withoutState = new Set(['putFile', 'deleteFile'])
/** Those of them that answer with whose session it is. */
const signInsToSession = new Set([
  'signIn',
  'acceptInvitation',
  'proveSecondFactor',
  'confirmRequiredEnrolment',
])
const signIns = new Set([...signInsToSession, 'finishOpenIdSignIn', 'getAccessToken'])

/**
 * Makes every operation that changes something leave an entry: an intent before it begins, an entry with what
 * was before and after once it is done, both on disk before the answer goes out. To be called before routes
 * are added.
 */
export function auditHooks(app: Server, options: AuditHookOptions): void {
  const { audit, log } = options
  // Our own reads of what a change is about are marked with a secret of this process, and leave no entries.
  const marker = randomBytes(32).toString('hex')

  app.addHook('onClose', audit.settle)
  app.decorateRequest('audited', undefined)
  app.decorateRequest('auditNote', undefined)
  app.decorateRequest('isOwnRead', false)
  app.addHook('onRequest', (request, _reply, done) => {
    request.isOwnRead = request.headers['x-headrace-audit'] === marker
    done()
  })

  // Every request passes these hooks, so they return a promise only when there is something to wait for.
  app.addHook('preHandler', (request, _reply, done) => {
    const operation = operationOf(request)
    if (operation === undefined || !isChange(operation, request) || request.isOwnRead) return done()
    if (!keptElsewhere.has(operation)) return begin(request, operation)
    request.audited = { entry: entryOf(request, operation, options), intentId: undefined }
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const operation = operationOf(request)
    if (operation === undefined || request.isOwnRead) return done(null, payload)
    const { audited } = request
    // Cleared first: when this fails, the answer that says so comes by here as well.
    request.audited = undefined
    if (audited === undefined && !isRefusal(operation, reply.statusCode)) return done(null, payload)
    if (audited === undefined) return refuse(request, operation, reply).then(() => payload)
    if (audited.intentId !== undefined)
      return settle(audited.entry, audited.intentId, request, reply, payload).then(() => payload)
    note(audited.entry, request, reply, payload)
    done(null, payload)
  })

  async function begin(request: FastifyRequest, operation: string): Promise<void> {
    const isSeen = !/^(GET|POST)$/.test(request.method) && !withoutState.has(operation)
    const before = isSeen ? await look(request) : undefined
    const about = entryOf(request, operation, options)
    const owner = about.projectId ?? ownerIn(operation, before)
    const entry = { ...about, before: recordable(before, operation, request), projectId: owner }
    request.audited = { entry, intentId: await audit.begin(entry) }
  }

  function refuse(request: FastifyRequest, operation: string, reply: FastifyReply): Promise<void> {
    const refused = { ...entryOf(request, operation, options), outcome: 'REFUSED' as const }
    return audit.add({ ...refused, status: reply.statusCode }, undefined)
  }

  async function settle(
    entry: Entry,
    intentId: string,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<void> {
    const outcome = outcomeOf(request.auditNote, entry.operation, reply)
    if (outcome === undefined) return audit.forget(intentId)
    const after = outcome === 'SUCCEEDED' ? await afterOf(request, payload) : undefined
    return audit.add(endedEntry(entry, outcome, after, request.auditNote, reply), intentId)
  }

  /** Of an operation that is kept elsewhere. */
  function note(entry: Entry, request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const outcome = outcomeOf(request.auditNote, entry.operation, reply)
    if (outcome === undefined) return
    const after = outcome === 'SUCCEEDED' ? idsIn(parsed(payload)) : undefined
    const whole = endedEntry(entry, outcome, after, request.auditNote, reply)
    audit
      .note(whole)
      .catch((error: unknown) => log.error({ err: error, entry: whole }, 'Could not write an audit entry'))
  }

  async function afterOf(request: FastifyRequest, payload: unknown): Promise<unknown> {
    const answer = parsed(payload)
    if (answer !== undefined && answer !== null) return answer
    return request.method === 'PUT' || request.method === 'PATCH' ? look(request) : undefined
  }

  /**
   * What the address of a request answers to a GET, with the roles of its caller; undefined when it cannot be
   * read.
   */
  async function look(request: FastifyRequest): Promise<unknown> {
    const { url, routeOptions, headers, ip } = request
    if (routeOptions.url === undefined || !app.hasRoute({ method: 'GET', url: routeOptions.url }))
      return undefined
    const { authorization, cookie } = headers
    const path = url.split('?', 1)[0]!
    const read = {
      method: 'GET',
      // The members of a group may be very many; what changes about them is in the request.
      url: /\/scim\/v2\/Groups\//i.test(path) ? `${path}?excludedAttributes=members` : path,
      remoteAddress: ip,
      headers: {
        'x-headrace-audit': marker,
        ...(authorization !== undefined && { authorization }),
        ...(cookie !== undefined && { cookie }),
      },
    } as const
    const response = await asOwnReads(request, () => app.inject(read))
    return response.statusCode === 200 ? parsed(response.body) : undefined
  }
}

/** The entry of what is done, by what was known before. */
function endedEntry(
  entry: Entry,
  outcome: Entry['outcome'],
  after: unknown,
  auditNote: AuditNote | undefined,
  { statusCode: status, request }: FastifyReply,
): Entry {
  const { operation } = entry
  const ended = {
    outcome,
    status,
    projectId: entry.projectId ?? auditNote?.projectId ?? ownerIn(operation, after),
    actor: entry.actor ?? auditNote?.actor ?? signedInAs(operation, after),
    after: recordable(after, operation, request),
    details: recordable(auditNote?.details, operation, request),
  }
  return { ...entry, ...ended }
}

/** What belongs to a request, as the trail may hold it. */
function recordable(value: unknown, operation: string, { params }: FastifyRequest): unknown {
  const { variableName } = (params ?? {}) as { variableName?: string }
  return auditable(value, operation, variableName)
}

/** Of an answer that is kept elsewhere, what leads there. */
function idsIn(answer: unknown): unknown {
  const ids = Object.entries(answer ?? {}).filter(([name]) => name.endsWith('Id'))
  return ids.length === 0 ? undefined : Object.fromEntries(ids)
}

const operationOf = ({ routeOptions }: FastifyRequest): string | undefined =>
  (routeOptions.schema as { operationId?: string } | undefined)?.operationId

const isChange = (operation: string, { method, routeOptions }: FastifyRequest): boolean =>
  changesByGet.has(operation) ||
  routeOptions.config.handsOutSecret === true ||
  (method !== 'GET' &&
    method !== 'HEAD' &&
    routeOptions.config.changesNothing !== true &&
    !keepsNothing.test(operation))

/** Strangers without a token are no more than noise, unless they try to get one. */
const isRefusal = (operation: string, status: number): boolean =>
  status === 403 || (signIns.has(operation) && (status === 401 || status === 410 || status === 429))

/** Undefined: it was not done, for a reason that concerns only the caller. */
function outcomeOf(
  auditNote: AuditNote | undefined,
  operation: string,
  { statusCode: status }: FastifyReply,
): Entry['outcome'] | undefined {
  if (auditNote?.outcome !== undefined) return auditNote.outcome
  if (status < 400) return 'SUCCEEDED'
  if (isRefusal(operation, status)) return 'REFUSED'
  return status >= 500 ? 'UNKNOWN' : undefined
}

function entryOf(request: FastifyRequest, operation: string, { clock, basePath }: AuditHookOptions): Entry {
  const path = request.url.split('?', 1)[0]!
  const { projectId } = (request.params ?? {}) as { projectId?: string }
  const { 'user-agent': userAgent } = request.headers
  const caller = request.authenticated
  return {
    at: clock.now().toISOString(),
    operation,
    outcome: 'UNKNOWN',
    method: request.method,
    path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path,
    actor: caller && actorOf(caller),
    from: { address: request.ip, userAgent: userAgent?.slice(0, 512) },
    requestId: request.id,
    projectId: projectId !== undefined && isUuid(projectId) ? projectId.toLowerCase() : undefined,
    request: recordable(request.body, operation, request),
  }
}

/** Who has just proven who it is. */
function signedInAs(operation: string, after: unknown): Entry['actor'] {
  if (!signInsToSession.has(operation)) return undefined
  const { kind, id, name } = (after ?? {}) as { kind?: 'USER'; id?: string; name?: string }
  return kind === undefined ? undefined : { kind, id: id!, name: name! }
}

/** The value of a JSON text; undefined when it is not JSON. */
function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
