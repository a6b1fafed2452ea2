import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Cookies } from '../cookies.ts'
import { ProviderPath, SignInOptions, StartQuery } from '../schema.ts'
import type { OpenId } from './service.ts'

const area = 'Sign-in'

export function openIdRoutes(
  app: Server,
  { openId, cookies }: { readonly openId: OpenId; readonly cookies: Cookies },
): void {
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
      const { url, browser } = await openId.start(request.params.id, request.query.returnTo)
      cookies.setVisit(reply, browser)
      return reply.header('cache-control', 'no-store').redirect(url, 302)
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
        problems: [403],
        publicAccess: true,
      }),
      config: { publicAccess: true },
    },
    async (request, reply) => {
      const browser = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
      const query = request.url.split('?')[1] ?? ''
      const finished = await openId.finish(query, cookies.visit(request), browser).catch((error: unknown) => {
        if (!(error instanceof Problem && isForPeople(request))) throw error
        request.log.warn({ err: error }, 'A single sign-on failed')
        return error.kind
      })
      cookies.clearVisit(reply)
      if (typeof finished === 'string') return reply.redirect(`/sign-in?failed=${finished}`, 302)
      const { token, expiresAt, returnTo } = finished
      cookies.setSession(reply, token, expiresAt)
      return reply.header('cache-control', 'no-store').redirect(returnTo, 302)
    },
  )
}

/** A person in a browser is led back to the page for signing in, which says what happened. */
const isForPeople = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')
