import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { createAnswers, type SignInAnswers } from './answers.ts'
import type { Cookies } from './cookies.ts'
import { invitationRoutes } from './invitations/routes.ts'
import type { Invitations } from './invitations/service.ts'
import type { IdentityProviders } from './open-id/administration.ts'
import { identityProviderRoutes } from './open-id/administration-routes.ts'
import type { Identities } from './open-id/identities.ts'
import { identityRoutes } from './open-id/identity-routes.ts'
import { providerRoutes } from './open-id/provider-routes.ts'
import { openIdRoutes } from './open-id/routes.ts'
import type { OpenId } from './open-id/service.ts'
import { requireBrowserUser } from './own-password.ts'
import { area, browserOf, refuseForms } from './requests.ts'
import {
  Credentials,
  PasswordChange,
  SecondFactorWanted,
  Session,
  Sessions,
  SignedOut,
  UserPath,
} from './schema.ts'
import type { PendingSignIns } from './second-factor/pending.ts'
import { ownSecondFactorRoutes, userSecondFactorRoutes } from './second-factor/routes.ts'
import type { SecondFactorService } from './second-factor/service.ts'
import { signInSettingsRoutes } from './second-factor/settings-routes.ts'
import { pendingSignInRoutes } from './second-factor/sign-in-routes.ts'
import type { SignIn } from './service.ts'

export interface SignInParts {
  readonly signIn: SignIn
  readonly openId: OpenId
  readonly providers: IdentityProviders
  readonly identities: Identities
  readonly invitations: Invitations
  readonly pending: PendingSignIns
  readonly secondFactor: SecondFactorService
  readonly cookies: Cookies
}

export async function signInRoutes(app: Server, parts: SignInParts): Promise<void> {
  const { signIn, cookies, invitations, secondFactor } = parts
  const answers = createAnswers(signIn, cookies)
  sessionRoutes(app, parts, answers)
  accountRoutes(app, parts)
  openIdRoutes(app, parts)
  await providerRoutes(app, parts)
  identityProviderRoutes(app, parts.providers)
  identityRoutes(app, parts.identities)
  invitationRoutes(app, invitations, answers)
  pendingSignInRoutes(app, { ...parts, answers })
  ownSecondFactorRoutes(app, secondFactor, cookies)
  userSecondFactorRoutes(app, secondFactor)
  signInSettingsRoutes(app, secondFactor)
}

function accountRoutes(app: Server, { signIn, cookies }: SignInParts): void {
  app.get(
    '/v1/sessions',
    {
      schema: operation({
        id: 'listSessions',
        area,
        summary: 'List your browser sessions',
        answers: { 200: Sessions },
      }),
    },
    async (request) => ({
      results: await signIn.sessions.list(callerOf(request).principalId, cookies.session(request)),
    }),
  )

  app.delete(
    '/v1/users/:id/sessions',
    {
      schema: {
        ...operation({
          id: 'endUserSessions',
          area,
          summary: 'Sign a user out everywhere: yourself, or any user as an administrator',
          answers: { 204: Type.Null() },
          problems: [403],
        }),
        params: UserPath,
      },
    },
    async (request, reply) => {
      await signIn.endAll(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/v1/session/password',
    {
      config: { needs: (request) => requireBrowserUser(callerOf(request), cookies.session(request)) },
      schema: {
        ...operation({
          id: 'changePassword',
          area,
          summary: 'Change your password; all your other sessions end',
          answers: { 204: Type.Null() },
          problems: [403, 409, 413, 415, 429],
        }),
        body: PasswordChange,
      },
    },
    async (request, reply) => {
      await signIn.changePassword(callerOf(request), cookies.session(request), request.body)
      return reply.code(204).send(null)
    },
  )
}

function sessionRoutes(app: Server, { signIn, openId, cookies }: SignInParts, answers: SignInAnswers): void {
  app.post(
    '/v1/session',
    {
      schema: {
        ...operation({
          id: 'signIn',
          area,
          summary: 'Sign in with a password; the session is a cookie',
          answers: { 201: Session, 202: SecondFactorWanted },
          problems: [401, 403, 413, 415, 429],
          publicAccess: true,
        }),
        body: Credentials,
      },
      config: { publicAccess: true },
      onRequest: refuseForms,
    },
    async (request, reply) => answers.send(reply, await signIn.byPassword(request.body, browserOf(request))),
  )

  app.get(
    '/v1/session',
    {
      schema: operation({
        id: 'getSession',
        area,
        summary: 'Get the caller, and the CSRF token of its browser session',
        answers: { 200: Session },
      }),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return signIn.current(callerOf(request), cookies.session(request))
    },
  )

  app.delete(
    '/v1/session',
    {
      schema: operation({
        id: 'signOut',
        area,
        summary: 'Sign out; 200 when the session goes on at an identity provider that users sign out of too',
        answers: { 200: SignedOut, 204: Type.Null() },
        problems: [403],
      }),
    },
    async (request, reply) => {
      const token = cookies.session(request)
      const ended = token === undefined ? undefined : await signIn.sessions.end(token)
      cookies.clearSession(reply)
      reply.header('cache-control', 'no-store')
      const signOutUrl = ended && (await openId.urlAfter(ended))
      return signOutUrl === undefined ? reply.code(204).send(null) : reply.code(200).send({ signOutUrl })
    },
  )
}
