import { callerOf } from '../../http/bearer.ts'
import { changeTerms, etagOf } from '../../http/conditional.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import type { VariableHistory } from './history.ts'
import {
  type ChangeAddress,
  ChangePath,
  NoContent,
  OverrideOutcome,
  RestoreRequest,
  VariableChangePage,
  VariablePath,
} from './schema.ts'

const area = 'Project Variables'
const history = '/v1/projects/:projectId/variables/:variableName/history'

/** Reading and undoing changes of variables and overrides. */
export function variableHistoryRoutes(app: Server, changes: VariableHistory): void {
  app.get(
    history,
    {
      schema: {
        ...operation({
          id: 'listProjectVariableChanges',
          area,
          summary: 'Who changed a variable or its overrides, when, and what; the newest first',
          answers: { 200: VariableChangePage },
          problems: [403, 404],
        }),
        params: VariablePath,
        querystring: PageQuery,
      },
    },
    (request) => {
      const { projectId, variableName } = request.params
      return changes.list(callerOf(request), projectId, variableName, pageRequest(request.query))
    },
  )

  app.post(
    `${history}/:changeId/restore`,
    {
      config: {
        idempotency: 'in-transaction',
        needs: (request) => changes.admit(callerOf(request), request.params as ChangeAddress),
      },
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        ...operation({
          id: 'restoreProjectVariable',
          area,
          summary: 'Restore the value of a variable or an override from before a change (or after it)',
          description: '204 when there was nothing at that time: it is deleted now.',
          answers: { 200: OverrideOutcome, 204: NoContent },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ChangePath,
        body: RestoreRequest,
      },
    },
    async (request, reply) => {
      const { projectId, variableName, changeId } = request.params
      const how = { ...changeTerms(request), to: request.body.to ?? ('BEFORE' as const) }
      const restored = await changes.restore(callerOf(request), projectId, variableName, changeId, how)
      if (restored === 'absent') return reply.code(204).send(null)
      return reply.header('etag', etagOf(restored.revision)).send(restored.body)
    },
  )
}
