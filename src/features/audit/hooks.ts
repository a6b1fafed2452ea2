import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AuditNote } from '../../http/audit-note.ts'
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
const changesByGet = new Set(['finishOpenIdSignIn'])
/** These ask, although they are not read operations by their method; only their rejection is recorded. */
const asks = /^(search|preview|validate|test|review)|^getAccessToken$/
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
 * Makes every operation that changes something leave an entry: an intent before it begins, an entry with what was
 * before and after once it is done, both on disk before the answer goes out. To be called before routes are added.
 */
export function auditHooks(app: Server, options: AuditHookOptions): void {
  const { audit, log } = options
  // Our own reads of what a change is about are marked with a secret of this process, and leave no entries.
  const marker = randomBytes(32).toString('hex')

  app.addHook('onClose', audit.settle)
  app.decorateRequest('audited', undefined)
  app.decorateRequest('auditNote', undefined)
  app.decorateRequest('isOwnRead', false)
  app.addHook('onRequest', async (request) => {
    request.isOwnRead = request.headers['x-headrace-audit'] === marker
  })

  app.addHook('preHandler', async (request) => {
    const operation = operationOf(request)
    if (operation === undefined || !isChange(operation, request) || request.isOwnRead) return
    const light = keptElsewhere.has(operation)
    const isSeen = !light && request.method !== 'POST' && !withoutState.has(operation)
    const before = isSeen ? await look(request) : undefined
    const about = entryOf(request, operation, options)
    const owner = about.projectId ?? ownerIn(operation, before)
    const entry = { ...about, before: auditable(before, operation), projectId: owner }
    request.audited = { entry, intentId: light ? undefined : await audit.begin(entry) }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const operation = operationOf(request)
    if (operation === undefined || request.isOwnRead) return payload
    const { audited } = request
    // Cleared first: when this fails, the answer that says so comes by here as well.
    request.audited = undefined
    if (audited !== undefined) await settle(audited, request, reply, payload)
    else if (isRefusal(operation, reply.statusCode)) {
      const refused = { ...entryOf(request, operation, options), outcome: 'REFUSED' as const }
      await audit.add({ ...refused, status: reply.statusCode }, undefined)
    }
    return payload
  })

  async function settle(
    { entry, intentId }: Underway,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<void> {
    const status = reply.statusCode
    const note: AuditNote | undefined = request.auditNote
    const outcome = note?.outcome ?? outcomeOf(entry.operation, status)
    if (outcome === undefined) return intentId === undefined ? undefined : audit.forget(intentId)
    const after = outcome === 'SUCCEEDED' ? await afterOf(request, payload, entry.operation) : undefined
    const whole: Entry = {
      ...entry,
      outcome,
      status,
      projectId: entry.projectId ?? ownerIn(entry.operation, after),
      ...(entry.actor === undefined && { actor: note?.actor ?? signedInAs(entry.operation, after) }),
      after: auditable(after, entry.operation),
      details: auditable(note?.details, entry.operation),
    }
    if (!keptElsewhere.has(entry.operation)) return audit.add(whole, intentId)
    audit
      .note(whole)
      .catch((error: unknown) => log.error({ err: error, entry: whole }, 'Could not write an audit entry'))
  }

  async function afterOf(request: FastifyRequest, payload: unknown, operation: string): Promise<unknown> {
    const answer = typeof payload === 'string' ? parsed(payload) : undefined
    if (keptElsewhere.has(operation)) return idsIn(answer)
    if (answer !== undefined && answer !== null) return answer
    return request.method === 'PUT' || request.method === 'PATCH' ? look(request) : undefined
  }

  /** What the address of a request answers to a GET, with the rights of its caller; undefined when it cannot be read. */
  async function look({ url, routeOptions, headers, ip }: FastifyRequest): Promise<unknown> {
    if (routeOptions.url === undefined || !app.hasRoute({ method: 'GET', url: routeOptions.url }))
      return undefined
    const { authorization, cookie } = headers
    const path = url.split('?', 1)[0]!
    const response = await app.inject({
      method: 'GET',
      // The members of a group may be very many; what changes about them is in the request.
      url: /\/scim\/v2\/Groups\//i.test(path) ? `${path}?excludedAttributes=members` : path,
      remoteAddress: ip,
      headers: {
        'x-headrace-audit': marker,
        ...(authorization !== undefined && { authorization }),
        ...(cookie !== undefined && { cookie }),
      },
    })
    return response.statusCode === 200 ? parsed(response.body) : undefined
  }
}

/** Of an answer that is kept elsewhere, what leads there. */
function idsIn(answer: unknown): unknown {
  const ids = Object.entries(answer ?? {}).filter(([name]) => name.endsWith('Id'))
  return ids.length === 0 ? undefined : Object.fromEntries(ids)
}

const operationOf = ({ routeOptions }: FastifyRequest): string | undefined =>
  (routeOptions.schema as { operationId?: string } | undefined)?.operationId

const isChange = (operation: string, { method }: FastifyRequest): boolean =>
  changesByGet.has(operation) || (method !== 'GET' && method !== 'HEAD' && !asks.test(operation))

/** Strangers without a token are no more than noise, unless they try to get one. */
const isRefusal = (operation: string, status: number): boolean =>
  status === 403 || (signIns.has(operation) && (status === 401 || status === 410 || status === 429))

/** Undefined: it was not done, for a reason that concerns only the caller. */
function outcomeOf(operation: string, status: number): Entry['outcome'] | undefined {
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
    ...(caller !== undefined && { actor: actorOf(caller) }),
    from: { address: request.ip, ...(userAgent !== undefined && { userAgent: userAgent.slice(0, 512) }) },
    requestId: request.id,
    ...(projectId !== undefined && isUuid(projectId) && { projectId: projectId.toLowerCase() }),
    request: auditable(request.body, operation),
  }
}

/** Who has just proven who it is. */
function signedInAs(operation: string, after: unknown): Entry['actor'] {
  if (!signInsToSession.has(operation)) return undefined
  const { kind, id, name } = (after ?? {}) as { kind?: 'USER'; id?: string; name?: string }
  return kind === undefined ? undefined : { kind, id: id!, name: name! }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
