import { callerOf } from '../../../http/bearer.ts'
import { revisionOf, sendTagged } from '../../../http/conditional.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { AlertIncident, AlertIncidentPage, AlertIncidentPath, AlertIncidentQuery } from './schema.ts'
import type { AlertIncidents } from './service.ts'

const area = 'Alerts'
const all = '/v1/alert-incidents'

export function alertIncidentRoutes(app: Server, incidents: AlertIncidents): void {
  app.get(
    all,
    {
      config: { needs: (request) => incidents.admitToList(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listAlertIncidents',
          area,
          summary: 'List what the alert rules of the projects that you administer reported, newest first',
          description: 'Kept for 90 days after they are over',
          answers: { 200: AlertIncidentPage },
          problems: [403, 404],
        }),
        querystring: AlertIncidentQuery,
      },
    },
    (request) => incidents.list(callerOf(request), request.query),
  )

  app.get(
    `${all}/:alertIncidentId`,
    {
      schema: {
        ...operation({
          id: 'getAlertIncident',
          area,
          summary: 'Get an alert incident',
          answers: { 200: AlertIncident },
          problems: [403, 404],
        }),
        params: AlertIncidentPath,
      },
    },
    async (request, reply) => {
      const incident = await incidents.get(callerOf(request), request.params.alertIncidentId)
      return sendTagged(request, reply, revisionOf(incident), incident)
    },
  )
}
