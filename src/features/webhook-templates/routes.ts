import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { NamedPageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  NewWebhookTemplate,
  WebhookTemplate,
  WebhookTemplatePage,
  WebhookTemplatePatch,
  WebhookTemplatePath,
} from './schema.ts'
import type { WebhookTemplates } from './service.ts'

const area = 'Webhook Templates'
const all = '/v1/webhook-templates'
const one = `${all}/:webhookTemplateId` as const

export function webhookTemplateRoutes(app: Server, templates: WebhookTemplates): void {
  collectionRoutes(app, templates)
  itemRoutes(app, templates)
}

function collectionRoutes(app: Server, templates: WebhookTemplates): void {
  app.get(
    all,
    {
      config: { needs: (request) => templates.admitToRead(callerOf(request)) },
      schema: {
        ...operation({
          id: 'listWebhookTemplates',
          area,
          summary: 'List the payload templates of webhooks, by name',
          description: 'The default, `[Custom]`, is built into the component and is not listed',
          answers: { 200: WebhookTemplatePage },
          problems: [403],
        }),
        querystring: NamedPageQuery,
      },
    },
    (request) => templates.list(callerOf(request), pageRequest(request.query), request.query.name),
  )

  app.post(
    all,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'createWebhookTemplate',
          area,
          summary: 'Create a payload template that a Webhook Post can begin with',
          answers: { 201: WebhookTemplate },
          problems: [403, 409, 413, 415],
        }),
        body: NewWebhookTemplate,
      },
    },
    async (request, reply) => {
      const { template, revision } = await templates.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, template.id))
        .header('etag', stateTag(revision, template))
        .send(template)
    },
  )
}

function itemRoutes(app: Server, templates: WebhookTemplates): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getWebhookTemplate',
          area,
          summary: 'Get a payload template of webhooks',
          answers: { 200: WebhookTemplate },
          problems: [403, 404],
        }),
        params: WebhookTemplatePath,
      },
    },
    async (request, reply) => {
      const { webhookTemplateId } = request.params
      const { template, revision } = await templates.get(callerOf(request), webhookTemplateId)
      return sendState(request, reply, revision, template)
    },
  )

  app.patch(
    one,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'updateWebhookTemplate',
          area,
          summary: 'Update a payload template; omitted fields keep their values',
          description: 'Pipelines that were begun with it keep the payload that they have',
          answers: { 200: WebhookTemplate },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: WebhookTemplatePath,
        body: WebhookTemplatePatch,
      },
    },
    async (request, reply) => {
      const { webhookTemplateId } = request.params
      const caller = callerOf(request)
      const changed = await templates.update(caller, webhookTemplateId, request.body, ifMatch(request))
      return reply.header('etag', stateTag(changed.revision, changed.template)).send(changed.template)
    },
  )

  app.delete(
    one,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'deleteWebhookTemplate',
          area,
          summary: 'Delete a payload template; pipelines made from it keep their payload',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: WebhookTemplatePath,
      },
    },
    async (request, reply) => {
      await templates.remove(callerOf(request), request.params.webhookTemplateId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
