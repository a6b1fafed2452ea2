import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Cookies } from '../cookies.ts'
import { ProviderPath, SignInOptions, StartQuery } from '../schema.ts'
import { refusalOf } from './refusal.ts'
import type { OpenId } from './service.ts'

const area = 'Sign-in'

export interface OpenIdParts {
  readonly openId: OpenId
  readonly cookies: Cookies
}

export function openIdRoutes(app: Server, { openId, cookies }: OpenIdParts): void {
  app.get(
    '/v1/sign-in/options',
    {
      schema: operation({
        id: 'getSignInOptions',
        area,
        summary: 'List the ways to sign in',
        answers: { 200: SignInOptions },
        publicAccess: true,
      }),
      config: { publicAccess: true },
    },
    () => openId.options(),
  )

  app.get(
    '/v1/sign-in/open-id/:id',
    {
      schema: {
        ...operation({
          id: 'startOpenIdSignIn',
          area,
          summary: 'Start a sign-in: redirects the browser to an identity provider',
          answers: { 302: Type.Null() },
          problems: [404],
          publicAccess: true,
        }),
        params: ProviderPath,
        querystring: StartQuery,
      },
      config: { publicAccess: true },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { id } = request.params
      const started = await openId
        .start(id, request.query.returnTo, cookies.visit(request))
        .catch(backToSignIn(request))
      if ('failedAt' in started) return reply.redirect(started.failedAt, 302)
      cookies.setVisit(reply, started.browser)
      return reply.redirect(started.url, 302)
    },
  )

  app.get(
    '/v1/sign-in/open-id/callback',
    {
      schema: operation({
        id: 'finishOpenIdSignIn',
        area,
        summary: 'Finish a sign-in: identity providers redirect browsers here',
        answers: { 302: Type.Null() },
        problems: [401, 403],
        publicAccess: true,
      }),
      config: { publicAccess: true },
    },
    async (request, reply) => {
      const browser = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
      const query = request.url.split('?')[1] ?? ''
      const finished = await openId
        .finish(query, cookies.visit(request), browser)
        .catch(noteRefusal(request))
        .catch(backToSignIn(request))
      reply.header('cache-control', 'no-store')
      if ('failedAt' in finished) return reply.redirect(finished.failedAt, 302)
      const { token, expiresAt, returnTo, user, subject, provider, firstSignIn } = finished
      request.auditNote = {
        actor: { kind: 'USER', ...user },
        details: { provider: { id: provider.id, name: provider.name }, subject, firstSignIn },
      }
      cookies.setSession(reply, token, expiresAt)
      return reply.redirect(returnTo, 302)
    },
  )
}

/** The audit trail and the log say why a single sign-on was refused; the answer does not. */
const noteRefusal =
  (request: FastifyRequest) =>
  (error: unknown): never => {
    const refused = refusalOf(error)
    if (refused !== undefined)
      request.auditNote = {
        outcome: 'REFUSED',
        details: { ...refused.refusal, provider: refused.visit?.provider },
      }
    throw error
  }

/**
 * Where a user in a browser is led when a single sign-on fails: to the page for signing in, which says what
 * to do.
 */
const backToSignIn =
  (request: FastifyRequest) =>
  (error: unknown): { readonly failedAt: string } => {
    const refused = refusalOf(error)
    if (refused !== undefined) {
      const { refusal, visit, cause } = refused
      request.log.warn(
        { ...refusal, provider: visit?.provider.name, err: cause },
        'A single sign-on was refused',
      )
    }
    if (!(error instanceof Problem && isForPeople(request))) throw error
    const query = new URLSearchParams({ failed: error.kind })
    if (refused?.visit !== undefined) query.set('returnTo', refused.visit.returnTo)
    return { failedAt: `/sign-in?${query}` }
  }

/** A person in a browser is led back to the page for signing in, which says what happened. */
const isForPeople = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')
