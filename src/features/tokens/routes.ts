import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, FORM } from '../../http/body-text.ts'
import { refuseEncodings } from '../../http/media-types.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { Problem } from '../../lib/problem.ts'
import type { GuessLimit } from './guess-limit.ts'
import { KeySet, OAuthErrorBody, ServerMetadata, TokenAnswer, TokenForm } from './schema.ts'
import type { Tokens } from './service.ts'

/**
 * `/oauth/token` and the addresses its clients find by convention; at the origin, outside the API's base
 * path.
 */
export function tokenRoutes(app: Server, tokens: Tokens, guesses: GuessLimit, origin: () => string): void {
  refuseEncodings(app)
  acceptForms(app)

  app.post(
    '/oauth/token',
    {
      preValidation: async (request) => {
        request.body ??= {} // errors have the form of RFC 6749, also those of an empty form
      },
      errorHandler(error, _request, reply) {
        if (!(error instanceof Problem) || error.kind !== 'bad-request') throw error
        return reply.send(refuse(reply, 400, 'invalid_request', error.violations.join('; ')))
      },
      schema: {
        ...operation({
          id: 'getAccessToken',
          area: 'Authentication',
          summary: 'Get an access token (OAuth 2.0 client credentials)',
          answers: { 200: TokenAnswer, 400: OAuthErrorBody, 401: OAuthErrorBody },
          consumes: [FORM],
          problems: [413, 415, 429],
          publicAccess: true,
        }),
        body: TokenForm,
      },
      config: { publicAccess: true },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
      const { grant_type } = request.body
      if (grant_type === undefined) return refuse(reply, 400, 'invalid_request', 'grant_type is required')
      if (grant_type !== 'client_credentials') {
        return refuse(reply, 400, 'unsupported_grant_type', 'grant_type must be client_credentials')
      }
      const client = clientOf(request.headers.authorization, request.body)
      if (client === undefined) {
        return refuse(
          reply,
          401,
          'invalid_client',
          'Send client_id and client_secret in the body or by HTTP Basic',
        )
      }
      const claim = { address: request.ip, name: client.id, secret: client.secret }
      const token = await guesses.attempt(claim, () => tokens.issue(client.id, client.secret))
      if (token !== undefined) return token
      return refuse(reply, 401, 'invalid_client', 'The client is not known or the secret is wrong')
    },
  )

  app.get(
    '/.well-known/oauth-authorization-server',
    {
      schema: operation({
        id: 'getAuthorizationServerMetadata',
        area: 'Authentication',
        summary: 'Get the metadata of the authorization server (RFC 8414)',
        answers: { 200: ServerMetadata },
        publicAccess: true,
      }),
      config: { publicAccess: true },
    },
    async () => ({
      issuer: origin(),
      token_endpoint: `${origin()}/oauth/token`,
      jwks_uri: `${origin()}/.well-known/jwks.json`,
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: ['pipeline-execution'],
      service_documentation: `${origin()}/docs`,
    }),
  )

  app.get(
    '/.well-known/jwks.json',
    {
      schema: operation({
        id: 'getKeys',
        area: 'Authentication',
        summary: 'Get the public keys that verify access tokens',
        answers: { 200: KeySet },
        publicAccess: true,
      }),
      config: { publicAccess: true },
    },
    async () => tokens.publicKeys(),
  )
}

/** RFC 6749 §5.2: a client that used HTTP Basic gets a matching challenge. */
function refuse(reply: FastifyReply, status: 400 | 401, error: string, description: string) {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="headrace"')
  reply.code(status)
  return { error, error_description: description } as never
}

function clientOf(
  header: FastifyRequest['headers']['authorization'],
  form: TokenForm,
): { id: string; secret: string } | undefined {
  const basic = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(header ?? '')?.[1]
  if (basic !== undefined) {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? []
    return id !== undefined && secret !== undefined
      ? { id: formDecoded(id), secret: formDecoded(secret) }
      : undefined
  }
  const { client_id: id, client_secret: secret } = form
  return id !== undefined && secret !== undefined ? { id, secret } : undefined
}

/**
 * RFC 6749 §2.3.1 has both halves form-encoded; clients that do not are understood as long as nothing is
 * ambiguous.
 */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
