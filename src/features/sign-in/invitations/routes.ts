import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { addressOf } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import type { SignInAnswers } from '../answers.ts'
import { area, browserOf, refuseForms } from '../requests.ts'
import { SecondFactorWanted, Session, UserPath } from '../schema.ts'
import { Acceptance, CreatedInvitation, Invitation, InvitationToken, InvitedUser } from './schema.ts'
import type { Invitations } from './service.ts'

const one = '/v1/users/:id/invitation'

export function invitationRoutes(app: Server, invitations: Invitations, answers: SignInAnswers): void {
  administratorRoutes(app, invitations)

  app.post(
    '/v1/sign-in/invitation/preview',
    {
      schema: {
        ...operation({
          id: 'previewInvitation',
          area,
          summary: 'Get the user whom an invitation is for',
          answers: { 200: InvitedUser },
          problems: [410, 413, 415, 429],
          publicAccess: true,
        }),
        body: InvitationToken,
      },
      config: { publicAccess: true, changesNothing: true },
      onRequest: refuseForms,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return invitations.preview(request.body.token, browserOf(request))
    },
  )

  app.post(
    '/v1/sign-in/invitation',
    {
      schema: {
        ...operation({
          id: 'acceptInvitation',
          area,
          summary: 'Accept an invitation: sets your password and signs you in',
          answers: { 201: Session, 202: SecondFactorWanted },
          problems: [401, 410, 413, 415, 429],
          publicAccess: true,
        }),
        body: Acceptance,
      },
      config: { publicAccess: true },
      onRequest: refuseForms,
    },
    async (request, reply) => answers.send(reply, await invitations.accept(request.body, browserOf(request))),
  )
}

function administratorRoutes(app: Server, invitations: Invitations): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getInvitation',
          area,
          summary: 'Get the invitation of a user that was not accepted yet',
          answers: { 200: Invitation },
          problems: [403, 404],
        }),
        params: UserPath,
      },
    },
    (request) => invitations.get(callerOf(request), request.params.id),
  )

  app.post(
    one,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'createInvitation',
          area,
          summary: 'Create a link with which a user sets a password; a link given before stops working',
          answers: { 201: CreatedInvitation },
          problems: [403, 404, 409],
        }),
        params: UserPath,
      },
    },
    async (request, reply) => {
      const created = await invitations.create(callerOf(request), request.params.id)
      return reply
        .code(201)
        .header('location', addressOf(request))
        .header('cache-control', 'no-store')
        .send(created)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteInvitation',
          area,
          summary: 'Withdraw the invitation of a user',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: UserPath,
      },
    },
    async (request, reply) => {
      await invitations.remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
