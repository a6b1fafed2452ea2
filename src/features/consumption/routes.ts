import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { ConsumptionList, ConsumptionQuery, UserConsumption, UserConsumptionQuery } from './schema.ts'
import type { Consumption } from './service.ts'

const area = 'Consumption'

export function consumptionRoutes(app: Server, consumption: Consumption): void {
  app.get(
    '/v1/consumption',
    {
      config: { needs: (request) => consumption.admit(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listConsumption',
          area,
          summary: 'List what the executions of the projects that you administer consumed, by day',
          description:
            'A credit is one hour for which a component kept a slot of a runner busy. An execution is counted when it ends, ' +
            'in the days, in UTC, in which its components ran',
          answers: { 200: ConsumptionList },
          problems: [403, 404],
        }),
        querystring: ConsumptionQuery,
      },
    },
    (request) => consumption.list(callerOf(request), request.query),
  )

  app.get(
    '/v1/consumption/etl-users',
    {
      config: { needs: (request) => consumption.admit(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listConsumptionOfUsers',
          area,
          summary: 'List the users whose executions consumed something, and how much in all',
          answers: { 200: UserConsumption },
          problems: [403, 404],
        }),
        querystring: UserConsumptionQuery,
      },
    },
    (request) => consumption.listUsers(callerOf(request), request.query),
  )
}
