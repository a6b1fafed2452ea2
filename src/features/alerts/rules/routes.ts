import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../../http/conditional.ts'
import { below } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import { pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import { AlertRule, AlertRulePage, AlertRulePath, AlertRuleQuery, NewAlertRule } from './schema.ts'
import type { AlertRules } from './service.ts'

const area = 'Alerts'
const all = '/v1/alert-rules'
const one = `${all}/:alertRuleId` as const

export function alertRuleRoutes(app: Server, rules: AlertRules): void {
  collectionRoutes(app, rules)
  itemRoutes(app, rules)
}

function collectionRoutes(app: Server, rules: AlertRules): void {
  app.get(
    all,
    {
      config: { needs: (request) => rules.admitToList(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listAlertRules',
          area,
          summary: 'List the alert rules of the projects that you administer, by name',
          description: 'A SUPER_ADMIN sees those of the installation too',
          answers: { 200: AlertRulePage },
          problems: [403, 404],
        }),
        querystring: AlertRuleQuery,
      },
    },
    (request) => rules.list(callerOf(request), pageRequest(request.query), request.query),
  )

  app.post(
    all,
    {
      config: { needs: (request) => rules.admitToCreate(callerOf(request), request.body) },
      schema: {
        ...operation({
          id: 'createAlertRule',
          area,
          summary: 'Create an alert rule of a project, or of the installation, which watches every project',
          answers: { 201: AlertRule },
          problems: [403, 404, 409, 413, 415],
        }),
        body: NewAlertRule,
      },
    },
    async (request, reply) => {
      const { rule, revision } = await rules.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, rule.id))
        .header('etag', stateTag(revision, rule))
        .send(rule)
    },
  )
}

function itemRoutes(app: Server, rules: AlertRules): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getAlertRule',
          area,
          summary: 'Get an alert rule',
          answers: { 200: AlertRule },
          problems: [403, 404],
        }),
        params: AlertRulePath,
      },
    },
    async (request, reply) => {
      const { rule, revision } = await rules.get(callerOf(request), request.params.alertRuleId)
      return sendState(request, reply, revision, rule)
    },
  )

  app.put(
    one,
    {
      config: { needs: (request) => rules.admitTo(callerOf(request), request.params) },
      schema: {
        ...operation({
          id: 'updateAlertRule',
          area,
          summary: 'Replace an alert rule',
          description:
            'A rule that is disabled, or watches something else than before, closes its open incidents without a message',
          answers: { 200: AlertRule },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: AlertRulePath,
        body: NewAlertRule,
      },
    },
    async (request, reply) => {
      const { alertRuleId } = request.params
      const changed = await rules.replace(callerOf(request), alertRuleId, request.body, ifMatch(request))
      return reply.header('etag', stateTag(changed.revision, changed.rule)).send(changed.rule)
    },
  )

  app.delete(
    one,
    {
      config: { needs: (request) => rules.admitTo(callerOf(request), request.params) },
      schema: {
        ...operation({
          id: 'deleteAlertRule',
          area,
          summary: 'Delete an alert rule with its incidents; what was not delivered yet is not delivered',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: AlertRulePath,
      },
    },
    async (request, reply) => {
      await rules.remove(callerOf(request), request.params.alertRuleId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
