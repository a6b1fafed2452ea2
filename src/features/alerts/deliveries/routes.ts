import { callerOf } from '../../../http/bearer.ts'
import { revisionOf, sendTagged } from '../../../http/conditional.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { AlertDelivery, AlertDeliveryPage, AlertDeliveryPath, AlertDeliveryQuery } from './schema.ts'
import type { AlertDeliveries } from './service.ts'

const area = 'Alerts'
const all = '/v1/alert-deliveries'
const one = `${all}/:alertDeliveryId` as const

export function alertDeliveryRoutes(app: Server, deliveries: AlertDeliveries): void {
  readRoutes(app, deliveries)
  replayRoute(app, deliveries)
}

function readRoutes(app: Server, deliveries: AlertDeliveries): void {
  app.get(
    all,
    {
      config: { needs: (request) => deliveries.admitToList(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listAlertDeliveries',
          area,
          summary:
            'List the messages to the alert channels of the projects that you administer, newest first',
          answers: { 200: AlertDeliveryPage },
          problems: [403, 404],
        }),
        querystring: AlertDeliveryQuery,
      },
    },
    (request) => deliveries.list(callerOf(request), request.query),
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getAlertDelivery',
          area,
          summary: 'Get a message to an alert channel',
          answers: { 200: AlertDelivery },
          problems: [403, 404],
        }),
        params: AlertDeliveryPath,
      },
    },
    async (request, reply) => {
      const delivery = await deliveries.get(callerOf(request), request.params.alertDeliveryId)
      return sendTagged(request, reply, revisionOf(delivery), delivery)
    },
  )
}

function replayRoute(app: Server, deliveries: AlertDeliveries): void {
  app.post(
    `${one}/replays`,
    {
      config: { needs: (request) => deliveries.admitTo(callerOf(request), request.params) },
      schema: {
        ...operation({
          id: 'replayAlertDelivery',
          area,
          summary: 'Deliver a message again, whatever its status',
          description: 'It keeps its id: a receiver that knows the message may ignore it',
          answers: { 202: AlertDelivery },
          problems: [403, 404, 415],
        }),
        params: AlertDeliveryPath,
      },
    },
    async (request, reply) =>
      reply.code(202).send(await deliveries.replay(callerOf(request), request.params.alertDeliveryId)),
  )
}
