import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../../http/conditional.ts'
import { below } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import { pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import {
  AlertChannel,
  AlertChannelPage,
  AlertChannelPatch,
  AlertChannelPath,
  AlertChannelQuery,
  AlertChannelTest,
  CreatedAlertChannel,
  NewAlertChannel,
} from './schema.ts'
import type { AlertChannels } from './service.ts'

const area = 'Alerts'
const all = '/v1/alert-channels'
const one = `${all}/:alertChannelId` as const

export function alertChannelRoutes(app: Server, channels: AlertChannels): void {
  collectionRoutes(app, channels)
  itemRoutes(app, channels)
  testRoute(app, channels)
}

function collectionRoutes(app: Server, channels: AlertChannels): void {
  app.get(
    all,
    {
      config: { needs: (request) => channels.admitToList(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listAlertChannels',
          area,
          summary: 'List the alert channels of the projects that you administer, by name',
          description: 'A SUPER_ADMIN sees those of the installation too. Secrets are never shown',
          answers: { 200: AlertChannelPage },
          problems: [403, 404],
        }),
        querystring: AlertChannelQuery,
      },
    },
    (request) => channels.list(callerOf(request), pageRequest(request.query), request.query),
  )

  app.post(
    all,
    {
      config: { needs: (request) => channels.admitToCreate(callerOf(request), request.body) },
      schema: {
        ...operation({
          id: 'createAlertChannel',
          area,
          summary: 'Create an alert channel of a project, or of the installation',
          description:
            'For a channel of type WEBHOOK the server makes a signing secret unless one is given, and shows it this once',
          answers: { 201: CreatedAlertChannel },
          problems: [403, 404, 409, 413, 415],
        }),
        body: NewAlertChannel,
      },
    },
    async (request, reply) => {
      const { channel, revision } = await channels.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, channel.id))
        .header('etag', stateTag(revision, channel))
        .send(channel)
    },
  )
}

function itemRoutes(app: Server, channels: AlertChannels): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getAlertChannel',
          area,
          summary: 'Get an alert channel without its secrets',
          answers: { 200: AlertChannel },
          problems: [403, 404],
        }),
        params: AlertChannelPath,
      },
    },
    async (request, reply) => {
      const { channel, revision } = await channels.get(callerOf(request), request.params.alertChannelId)
      return sendState(request, reply, revision, channel)
    },
  )

  app.patch(
    one,
    {
      config: { needs: (request) => channels.admitTo(callerOf(request), request.params) },
      schema: {
        ...operation({
          id: 'updateAlertChannel',
          area,
          summary: 'Update an alert channel; omitted fields and secrets keep their values',
          description: 'Pending messages are tried again at once',
          answers: { 200: AlertChannel },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: AlertChannelPath,
        body: AlertChannelPatch,
      },
    },
    async (request, reply) => {
      const { alertChannelId } = request.params
      const changed = await channels.update(callerOf(request), alertChannelId, request.body, ifMatch(request))
      return reply.header('etag', stateTag(changed.revision, changed.channel)).send(changed.channel)
    },
  )

  app.delete(
    one,
    {
      config: { needs: (request) => channels.admitTo(callerOf(request), request.params) },
      schema: {
        ...operation({
          id: 'deleteAlertChannel',
          area,
          summary: 'Delete an alert channel that no rule uses, with its deliveries',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409, 412],
        }),
        params: AlertChannelPath,
      },
    },
    async (request, reply) => {
      await channels.remove(callerOf(request), request.params.alertChannelId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}

function testRoute(app: Server, channels: AlertChannels): void {
  app.post(
    `${one}/tests`,
    {
      config: { needs: (request) => channels.admitTo(callerOf(request), request.params) },
      schema: {
        ...operation({
          id: 'testAlertChannel',
          area,
          summary: 'Send a test message to an alert channel, and return the result',
          answers: { 200: AlertChannelTest },
          problems: [403, 404, 415],
        }),
        params: AlertChannelPath,
      },
    },
    (request) => channels.test(callerOf(request), request.params.alertChannelId),
  )
}
