import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifySchema,
  LogController,
} from 'fastify'
import { newId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { Problem } from '../lib/problem.ts'
import { collectMethods } from './methods.ts'
import { problemBody, problemKinds, problemOfLibraryError } from './problem-json.ts'
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
  /** The problem a client gets for a database error, unless the error is internal. */
  readonly databaseProblem: (error: unknown) => Problem | undefined
}

/** Bodies beyond 1 MiB are refused unless a route has its own limit (decisions.md §4). */
const MAX_BODY_BYTES = 1024 * 1024
/** Browsers that came by TLS once come by nothing else for a year. Neighbouring hosts decide for themselves. */
const HSTS = 'max-age=31536000'
const MAX_URL_PARAMETER_CHARACTERS = 1024

export type Server = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** An HTTP server with our way of validating, reporting problems and describing itself, and no routes yet. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const app = Fastify({
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    loggerInstance: new LibraryLogger(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_URL_PARAMETER_CHARACTERS },
    genReqId: () => newId(),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as Server

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptEmptyJsonBodies(app)
  const methodsOf = collectMethods(app)
  const sendPage = pageSender(options.basePath)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (options.origin().startsWith('https:')) reply.header('strict-transport-security', HSTS)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const fields = { method: request.method, path: pathOf(request.url), status: reply.statusCode }
    request.log.debug({ ...fields, ms: Math.round(reply.elapsedTime) }, 'Answered')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request.url, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const methods = methodsOf(path)
    if (methods.length === 0 && asksForPage(request, options.basePath)) return sendPage(reply)
    if (methods.length === 0)
      return sendProblem(new Problem('not-found', `There is nothing at ${path}`), path, reply)
    reply.header('allow', methods.join(', '))
    const detail = `${request.method} is not possible here; use ${methods.join(' or ')}`
    return sendProblem(new Problem('method-not-allowed', detail), path, reply)
  })
  await describe(app, options)

  function sendProblem(error: unknown, url: string, reply: FastifyReply) {
    const problem = asProblem(error)
    const { status } = problemKinds[problem.kind]
    if (status === 500) reply.log.error({ err: error, path: pathOf(url) }, 'A request failed unexpectedly')
    else if (status > 500) reply.log.warn({ err: problem.cause, path: pathOf(url) }, problem.message)
    if (problem.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="headrace"')
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
    // Serialised here: the schemas of a route's answers must not decide what a problem looks like.
    const body = JSON.stringify(problemBody(problem, options.origin(), instanceOf(url)))
    return reply.code(status).type('application/problem+json').serializer(String).send(body)
  }

  function asProblem(error: unknown): Problem {
    const known = problemOfLibraryError(error) ?? options.databaseProblem(error)
    if (known !== undefined) return known
    return new Problem('internal-server-error', 'Internal server error', { cause: error })
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

const pathOf = (url: string): string => url.split('?', 1)[0]!

/** A JSON body that is absent although announced is an empty one: many clients send the header with every request. */
function acceptEmptyJsonBodies(app: Server): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(['application/json'], { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

async function describe(app: Server, { basePath, version }: ServerOptions): Promise<void> {
  await app.register(swagger, {
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Headrace',
        version: '1.0',
        description: `The public API of Headrace, a self-hosted data-pipeline platform (product version ${version}).`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: basePath }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const asked = withOptionalDefaults(schema)
      const described = route.method === 'POST' && url.startsWith(`${basePath}/`) ? withKey(asked) : asked
      return { ...rest, route, schema: described, url: url.replace(basePath, '') }
    },
  })
}

/** What has a default is always there for us and never needed from the client: the document says the latter. */
function withOptionalDefaults(schema: FastifySchema): FastifySchema {
  const query = schema?.querystring as { properties: Record<string, object>; required?: string[] } | undefined
  if (query?.required === undefined) return schema
  const required = query.required.filter((name) => !('default' in query.properties[name]!))
  return { ...schema, querystring: { ...query, required } }
}

/**
 * Every POST takes an Idempotency-Key (`idempotency/`); the API document gets it without each route declaring
 * it.
 */
function withKey(schema: FastifySchema): FastifySchema {
  const own = (schema.headers ?? { type: 'object' }) as { properties?: object }
  const description =
    'The same request with the same key is answered again within 24 hours and changes nothing; another request: 409'
  const key = { type: 'string', minLength: 1, maxLength: 255, description }
  return { ...schema, headers: { ...own, properties: { ...own.properties, 'Idempotency-Key': key } } }
}
