import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import type { SignInAnswers } from '../answers.ts'
import type { Cookies } from '../cookies.ts'
import { area, browserOf, refuseForms } from '../requests.ts'
import { Session } from '../schema.ts'
import type { PendingSignIns } from './pending.ts'
import { AnyCode, EnrolledSession, Enrolment, NewCode } from './schema.ts'

export interface PendingRouteParts {
  readonly pending: PendingSignIns
  readonly cookies: Cookies
  readonly answers: SignInAnswers
}

/** The second half of a sign-in, for browsers that have proven a password. */
export function pendingSignInRoutes(app: Server, { pending, cookies, answers }: PendingRouteParts): void {
  app.post(
    '/v1/session/second-factor',
    {
      schema: {
        ...operation({
          id: 'proveSecondFactor',
          area,
          summary: 'Finish a sign-in with a code of your authenticator app, or a recovery code',
          answers: { 201: Session },
          problems: [401, 413, 415, 429],
          publicAccess: true,
        }),
        body: AnyCode,
      },
      config: { publicAccess: true },
      onRequest: refuseForms,
    },
    async (request, reply) => {
      const { code } = request.body
      return answers.send(reply, await pending.prove(cookies.pending(request), code, browserOf(request)))
    },
  )

  app.post(
    '/v1/session/second-factor/enrolment',
    {
      schema: operation({
        id: 'beginRequiredEnrolment',
        area,
        summary: 'Begin to enrol the second factor that the installation demands',
        answers: { 201: Enrolment },
        problems: [401],
        publicAccess: true,
      }),
      config: { publicAccess: true },
    },
    async (request, reply) => {
      const begun = await pending.beginEnrolment(cookies.pending(request))
      return reply.code(201).header('cache-control', 'no-store').send(begun)
    },
  )

  app.put(
    '/v1/session/second-factor/enrolment',
    {
      schema: {
        ...operation({
          id: 'confirmRequiredEnrolment',
          area,
          summary: 'Confirm that enrolment with a code of the app, and finish the sign-in',
          answers: { 201: EnrolledSession },
          problems: [401, 409, 413, 415],
          publicAccess: true,
        }),
        body: NewCode,
      },
      config: { publicAccess: true },
      onRequest: refuseForms,
    },
    async (request, reply) => {
      const { code } = request.body
      const done = await pending.confirmEnrolment(cookies.pending(request), code, browserOf(request))
      const session = await answers.begin(reply, done.session)
      return reply.code(201).send({ ...session, recoveryCodes: done.recoveryCodes })
    },
  )
}
