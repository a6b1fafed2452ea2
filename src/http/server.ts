import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isDeeperText } from '../lib/depth.ts'
import { newId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { badRequest, Problem } from '../lib/problem.ts'
import { collectAddresses } from './addresses.ts'
import { limitArrivingBodies } from './arriving-bodies.ts'
import { bodyText } from './body-text.ts'
import { refuseUnknownBodies } from './bodyless.ts'
import { nameClients } from './client-address.ts'
import { endWhenStopping } from './disconnected.ts'
import { describeApi } from './document/describe.ts'
import { onItsFace, toFirstFace } from './faces.ts'
import { readHeaderText } from './header-text.ts'
import { noteLongNumbers } from './long-numbers.ts'
import { limitMediaTypes } from './media-types.ts'
import { problemBody, problemKinds, problemOfLibraryError } from './problem-json.ts'
import type { Server } from './server-type.ts'
import { endUnread, refuseSlowBodies, type SlowClients, slowClients } from './slow-clients.ts'
import { refuseUnreadable } from './unreadable.ts'
import { closeUnused } from './unused-connections.ts'
import { serializerCompiler, validatorCompiler } from './validation.ts'
import { asksForPage, pageSender } from './web-interface.ts'

export interface ServerOptions {
  readonly log: Log
  /** Path prefix of the API, e.g. `/api`. */
  readonly basePath: string
  /** Scheme, host and port under which clients reach this server; known only once it listens. */
  readonly origin: () => string
  readonly version: string
  /** Addresses and networks of proxies that name the client; everybody else could name anybody. */
  readonly trustedProxies?: readonly string[]
  /** How long clients may take to send a request, unless it is the usual time. */
  readonly slowClients?: SlowClients
  /** The problem a client gets for a database error, unless the error is internal. */
  readonly databaseProblem: (error: unknown) => Problem | undefined
}

/** Bodies beyond 1 MiB are refused unless a route has its own limit (decisions.md §4). */
const MAX_BODY_BYTES = 1024 * 1024
/**
 * Browsers that came by TLS once come by nothing else for a year. Neighbouring hosts decide for themselves.
 */
const HSTS = 'max-age=31536000'
/**
 * Of arrays and objects in a body: what walks through it may call itself for each. No operation takes so
 * many.
 */
const MAX_JSON_LEVELS = 100
const MAX_URL_PARAMETER_CHARACTERS = 1024
/** Of an address that is too long, so much is repeated. */
const MAX_REPEATED_CHARACTERS = 256
const PROBLEM_JSON = 'application/problem+json'

interface FormattedError {
  readonly type: string
  readonly body: unknown
}

/**
 * How a part of the addresses reports problems, where a standard of its own says how; undefined leaves them
 * as they are.
 */
export type ErrorFormat = (request: FastifyRequest, problem: Problem) => FormattedError | undefined

declare module 'fastify' {
  interface FastifyInstance {
    errorFormats: ErrorFormat[]
  }
}

export type { Server }

/** An HTTP server with our way of validating, reporting problems and describing itself, and no routes yet. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const limits = options.slowClients ?? slowClients
  const app = Fastify({
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.lookMs },
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    loggerInstance: new LibraryLogger(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_URL_PARAMETER_CHARACTERS, ignoreTrailingSlash: true },
    clientErrorHandler: refuseUnreadable(options.origin),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(addressProblem(error), request, reply)
    },
    genReqId: () => newId(),
    rewriteUrl: toFirstFace(options.basePath),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as Server

  refuseSlowBodies(app, limits, options.origin)
  endUnread(app, limits)
  closeUnused(app)
  endWhenStopping(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJson(app, 'application/json')
  limitMediaTypes(app)
  refuseUnknownBodies(app)
  readHeaderText(app)
  nameClients(app, options.trustedProxies ?? [])
  app.decorate('errorFormats', [])
  const addresses = collectAddresses(app)
  const sendPage = pageSender(options.basePath)
  // The port is known only once this listens; the scheme never changes.
  let isSecure: boolean | undefined
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'private, no-cache') // unless the answer says that it is for more than its caller
    isSecure ??= options.origin().startsWith('https:')
    if (isSecure) reply.header('strict-transport-security', HSTS)
    done(isDecodable(request.url) ? undefined : brokenEncoding())
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (options.log.isLevelEnabled('debug')) {
      const fields = { method: request.method, path: pathOf(request.url), status: reply.statusCode }
      request.log.debug({ ...fields, ms: Math.round(reply.elapsedTime) }, 'Answered')
    }
    done()
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler(answerUnknown)
  // Before its body is read: nothing takes it.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const path = pathOf(request.url)
    const isElsewhere = request.is404 || addresses.isElsewhere(request.routeOptions.url, path)
    if (isElsewhere || mayDeleteAnother(request.method, path)) answerUnknown(request, reply)
    else done(null, payload)
  })
  limitArrivingBodies(app)
  await describeApi(app, options)

  /** Nothing is at the address of a request, or not with this method. */
  function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(request.url)
    const methods = addresses.methodsAt(path)
    const isUnknown = methods.length === 0 || methods.includes(request.method)
    if (isUnknown && asksForPage(request, options.basePath)) return sendPage(reply)
    if (isUnknown) {
      const asked = pathOf(request.originalUrl)
      return sendProblem(new Problem('not-found', `There is no resource at ${asked}`), request, reply)
    }
    reply.header('allow', methods.join(', '))
    const detail = `${request.method} is not allowed here; use ${methods.join(' or ')}`
    return sendProblem(new Problem('method-not-allowed', detail), request, reply)
  }

  function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { url } = request
    const problem = onItsFace(asProblem(error), request)
    const { status } = problemKinds[problem.kind]
    if (status === 500) reply.log.error({ err: error, path: pathOf(url) }, 'A request failed unexpectedly')
    else if (status > 500) reply.log.warn({ err: problem.cause, path: pathOf(url) }, problem.message)
    if (problem.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="headrace"')
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
    // Serialised here: the schemas of a route's answers must not decide what a problem looks like.
    const shownUrl = problem.kind === 'uri-too-long' ? url.slice(0, MAX_REPEATED_CHARACTERS) : url
    const body = problemBody(problem, options.origin(), instanceOf(shownUrl))
    const { type, body: shown } = formatted(request, problem) ?? { type: PROBLEM_JSON, body }
    return reply.code(status).type(type).serializer(String).send(JSON.stringify(shown))
  }

  function asProblem(error: unknown): Problem {
    const known = problemOfLibraryError(error) ?? options.databaseProblem(error)
    if (known !== undefined) return known
    return new Problem('internal-server-error', 'Internal server error', { cause: error })
  }

  function formatted(request: FastifyRequest, problem: Problem): FormattedError | undefined {
    for (const format of app.errorFormats) {
      const answer = format(request, problem)
      if (answer !== undefined) return answer
    }
    return undefined
  }

  /** Path of the request without base path and query (decisions.md §4). */
  function instanceOf(url: string): string {
    const path = pathOf(url)
    return path.startsWith(`${options.basePath}/`) ? path.slice(options.basePath.length) : path
  }

  return app
}

/**
 * Our log as the HTTP library wants it; its own messages are detail. It asks for a child with every request,
 * and few requests log anything: a child is no more than its fields, which are added when it does.
 */
class LibraryLogger implements FastifyBaseLogger {
  readonly level = 'debug'
  readonly #log: Log
  readonly #bound: object

  constructor(log: Log, bound: object = {}) {
    this.#log = log
    this.#bound = bound
  }

  #say(level: 'error' | 'warn' | 'debug', fields: unknown, message?: string): void {
    if (typeof fields === 'string') this.#log[level](this.#bound, fields)
    else this.#log[level]({ ...this.#bound, ...(fields as object) }, message)
  }

  fatal(fields: unknown, message?: string): void {
    this.#say('error', fields, message)
  }
  error(fields: unknown, message?: string): void {
    this.#say('error', fields, message)
  }
  warn(fields: unknown, message?: string): void {
    this.#say('warn', fields, message)
  }
  info(fields: unknown, message?: string): void {
    this.#say('debug', fields, message)
  }
  debug(fields: unknown, message?: string): void {
    this.#say('debug', fields, message)
  }
  trace(): void {}
  silent(): void {}
  child(fields: object): LibraryLogger {
    return new LibraryLogger(this.#log, { ...this.#bound, ...fields })
  }
}

/** Addresses that the router cannot take. They are not repeated: they may be very long, or no text. */
const addressProblem = (error: { readonly code: string }): Problem =>
  error.code === 'FST_ERR_MAX_PARAM_LENGTH'
    ? new Problem('uri-too-long', 'A part of the URL is too long')
    : brokenEncoding()
const brokenEncoding = () =>
  new Problem('bad-request', 'The URL is not valid: its percent-encoding is broken')

/** The router refuses broken encodings in paths only; in queries they would be taken for text. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0]!

/**
 * A slash at the end means nothing, but where something is deleted: clients make `/projects/A/` of
 * `/projects/A/variables/..`, and the project is not what was meant.
 */
const mayDeleteAnother = (method: string, path: string): boolean => method === 'DELETE' && path.endsWith('/')

/**
 * Reads a media type as JSON. A body that is absent although announced is an empty one: many clients announce
 * it always.
 */
export function acceptJson(app: Server, mediaType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    const json = bodyText(request, body as Buffer)
    if (json === '') done(null, undefined)
    else if (isDeeperText(json, MAX_JSON_LEVELS))
      done(badRequest([`body must not have more than ${MAX_JSON_LEVELS} levels`]))
    else
      parse(request, json, (error, value) => {
        if (error === null) noteLongNumbers(json, value)
        done(error, value)
      })
  })
}
