import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import type { Cookies } from '../cookies.ts'
import { requireBrowserUser } from '../own-password.ts'
import { area } from '../requests.ts'
import { UserPath } from '../schema.ts'
import {
  Enrolment,
  NewCode,
  PasswordProof,
  RecoveryCodeList,
  SecondFactor,
  SecondFactorDemand,
} from './schema.ts'
import type { SecondFactorService } from './service.ts'

const own = '/v1/second-factor'
const ofUser = '/v1/users/:id/second-factor'

/** What users do with their own second factor, signed in with a browser. */
// Over 60 lines: one declaration per route, each short.
export function ownSecondFactorRoutes(app: Server, factor: SecondFactorService, cookies: Cookies): void {
  const needs = (request: FastifyRequest) =>
    void requireBrowserUser(callerOf(request), cookies.session(request))

  app.get(
    own,
    {
      schema: operation({
        id: 'getSecondFactor',
        area,
        summary: 'Get whether you have a second factor',
        answers: { 200: SecondFactor },
        problems: [403],
      }),
    },
    (request) => factor.own(callerOf(request), cookies.session(request)),
  )

  app.post(
    `${own}/enrolment`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'beginEnrolment',
          area,
          summary: 'Begin to enrol an authenticator app; one that you have stays until you confirm',
          answers: { 201: Enrolment },
          problems: [403, 409, 413, 415, 429],
        }),
        body: PasswordProof,
      },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      const begun = await factor.begin(callerOf(request), cookies.session(request), currentPassword)
      return reply.code(201).header('cache-control', 'no-store').send(begun)
    },
  )

  app.put(
    `${own}/enrolment`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'confirmEnrolment',
          area,
          summary: 'Confirm the enrolment with a code of the app',
          answers: { 200: RecoveryCodeList },
          problems: [403, 409, 413, 415],
        }),
        body: NewCode,
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return factor.confirm(callerOf(request), cookies.session(request), request.body.code)
    },
  )

  app.post(
    `${own}/recovery-codes`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'createRecoveryCodes',
          area,
          summary: 'Create new recovery codes; earlier ones stop working',
          answers: { 201: RecoveryCodeList },
          problems: [403, 409, 413, 415, 429],
        }),
        body: PasswordProof,
      },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      const created = await factor.newRecoveryCodes(
        callerOf(request),
        cookies.session(request),
        currentPassword,
      )
      return reply.code(201).header('cache-control', 'no-store').send(created)
    },
  )

  app.post(
    `${own}/removal`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'removeSecondFactor',
          area,
          summary: 'Remove your second factor',
          answers: { 204: Type.Null() },
          problems: [403, 409, 413, 415, 429],
        }),
        body: PasswordProof,
      },
    },
    async (request, reply) => {
      await factor.remove(callerOf(request), cookies.session(request), request.body.currentPassword)
      return reply.code(204).send(null)
    },
  )
}

/** What administrators do with the second factor of a user. */
export function userSecondFactorRoutes(app: Server, factor: SecondFactorService): void {
  app.get(
    ofUser,
    {
      schema: {
        ...operation({
          id: 'getUserSecondFactor',
          area,
          summary: 'Get whether a user has a second factor',
          answers: { 200: SecondFactor },
          problems: [403, 404],
        }),
        params: UserPath,
      },
    },
    (request) => factor.ofUser(callerOf(request), request.params.id),
  )

  app.patch(
    ofUser,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'updateUserSecondFactor',
          area,
          summary: 'Demand a second factor of a user, from the next sign-in with a password on',
          answers: { 200: SecondFactor },
          problems: [403, 404, 413, 415],
        }),
        params: UserPath,
        body: SecondFactorDemand,
      },
    },
    (request) => factor.demand(callerOf(request), request.params.id, request.body.required),
  )

  app.delete(
    ofUser,
    {
      schema: {
        ...operation({
          id: 'resetUserSecondFactor',
          area,
          summary: 'Remove the second factor of a user who lost it; the sessions of the user end',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: UserPath,
      },
    },
    async (request, reply) => {
      await factor.reset(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
