import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import { problemKinds } from '../../http/problem-json.ts'
import type { Server } from '../../http/server.ts'
import { Problem } from '../../lib/problem.ts'
import { Sharing, SharingChange } from '../ownership/schema.ts'
import {
  Authorization,
  CallbackQuery,
  DeleteQuery,
  NewOAuth,
  OAuth,
  OAuthPage,
  OAuthPath,
  OAuthQuery,
} from './schema.ts'
import type { OAuths } from './service.ts'

const area = 'Connectors'
const all = '/v1/oauths'
const one = `${all}/:oauthId` as const

/** The operations of decisions.md §12, OAuth entries. */
export function oauthRoutes(app: Server, oauths: OAuths): void {
  collectionRoutes(app, oauths)
  itemRoutes(app, oauths)
  deleteRoute(app, oauths)
  sharingRoutes(app, oauths)
  authorizationRoutes(app, oauths)
}

function collectionRoutes(app: Server, oauths: OAuths): void {
  app.get(
    all,
    {
      config: { needs: (request) => oauths.admitToList(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listOAuths',
          area,
          summary: 'List the OAuth entries of your projects, oldest first',
          answers: { 200: OAuthPage },
          problems: [403, 404],
        }),
        querystring: OAuthQuery,
      },
    },
    (request) => oauths.list(callerOf(request), pageRequest(request.query), request.query.projectId),
  )

  app.post(
    all,
    {
      config: { needs: (request) => oauths.admitToCreate(callerOf(request), request.body) },
      schema: {
        ...operation({
          id: 'createOAuth',
          area,
          summary: 'Create an OAuth entry; it is pending setup until it is authorized',
          answers: { 201: OAuth },
          problems: [403, 404, 409, 413, 415],
        }),
        body: NewOAuth,
      },
    },
    async (request, reply) => {
      const { oauth, revision } = await oauths.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, oauth.oauthId))
        .header('etag', stateTag(revision, oauth))
        .send(oauth)
    },
  )
}

function itemRoutes(app: Server, oauths: OAuths): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getOAuth',
          area,
          summary: 'Get an OAuth entry without its secrets',
          answers: { 200: OAuth },
          problems: [403, 404],
        }),
        params: OAuthPath,
      },
    },
    async (request, reply) => {
      const { oauth, revision } = await oauths.get(callerOf(request), request.params.oauthId)
      return sendState(request, reply, revision, oauth)
    },
  )

  app.put(
    one,
    {
      config: { needs: (request) => oauths.admitTo(callerOf(request), 'write', request.params) },
      schema: {
        ...operation({
          id: 'updateOAuth',
          area,
          summary:
            'Update an OAuth entry; it needs authorization again when something its token depends on changes',
          answers: { 200: OAuth },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: OAuthPath,
        body: NewOAuth,
      },
    },
    async (request, reply) => {
      const { oauthId } = request.params
      const { oauth, revision } = await oauths.update(
        callerOf(request),
        oauthId,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, oauth)).send(oauth)
    },
  )
}

function deleteRoute(app: Server, oauths: OAuths): void {
  app.delete(
    one,
    {
      config: { needs: (request) => oauths.admitTo(callerOf(request), 'write', request.params) },
      schema: {
        ...operation({
          id: 'deleteOAuth',
          area,
          summary: 'Delete an OAuth entry; one that connectors use needs `force`',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409, 412],
        }),
        params: OAuthPath,
        querystring: DeleteQuery,
      },
    },
    async (request, reply) => {
      const { oauthId } = request.params
      await oauths.remove(callerOf(request), oauthId, request.query.force, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}

function sharingRoutes(app: Server, oauths: OAuths): void {
  const sharing = `${one}/sharing` as const
  app.get(
    sharing,
    {
      schema: {
        ...operation({
          id: 'getOAuthSharing',
          area,
          summary: 'Get who owns an OAuth entry, and which other projects may use it',
          answers: { 200: Sharing },
          problems: [403, 404],
        }),
        params: OAuthPath,
      },
    },
    async (request, reply) => {
      const { sharing, revision } = await oauths.getSharing(callerOf(request), request.params.oauthId)
      return sendState(request, reply, revision, sharing)
    },
  )

  app.put(
    sharing,
    {
      config: { needs: (request) => oauths.admitTo(callerOf(request), 'write', request.params) },
      schema: {
        ...operation({
          id: 'updateOAuthSharing',
          area,
          summary: 'Share an OAuth entry with other projects, or hand it to another owner',
          answers: { 200: Sharing },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: OAuthPath,
        body: SharingChange,
      },
    },
    async (request, reply) => {
      const { sharing, revision } = await oauths.replaceSharing(
        callerOf(request),
        request.params.oauthId,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, sharing)).send(sharing)
    },
  )
}

function authorizationRoutes(app: Server, oauths: OAuths): void {
  app.post(
    `${one}/authorize`,
    {
      config: { needs: (request) => oauths.admitTo(callerOf(request), 'write', request.params) },
      schema: {
        ...operation({
          id: 'authorizeOAuth',
          area,
          summary: 'Fetch a token, or return the URL where a user grants access',
          answers: { 200: Authorization },
          problems: [403, 404, 409],
        }),
        params: OAuthPath,
      },
    },
    (request) => oauths.authorize(callerOf(request), request.params.oauthId),
  )

  app.get(
    `${one}/callback`,
    {
      config: { publicAccess: true },
      // The state proves the right to finish; whose session the browser has is for the audit trail.
      onRequest: (request) => request.authenticate().catch(() => undefined),
      // The id is for the audit trail: not in the document, as programs have no use for it.
      schema: {
        hide: true,
        operationId: 'finishOAuthAuthorization',
        params: OAuthPath,
        querystring: CallbackQuery,
      },
    },
    async (request, reply) => {
      const page = await finishing(oauths, request)
      return reply
        .code(page.status)
        .headers({ 'content-type': 'text/html; charset=utf-8', ...pageHeaders })
        .send(page.html)
    },
  )
}

/** Nothing of the address, which holds a code, may travel on, and the page runs nothing. */
const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

/** A page for the person who comes back from the authorization server. */
async function finishing(oauths: OAuths, request: FastifyRequest<{ Params: Static<typeof OAuthPath> }>) {
  try {
    const { oauthId } = request.params
    const { name, projectId } = await oauths.finish(oauthId, new URL(request.url, 'http://callback'))
    request.auditNote = {
      ...(projectId !== null && { projectId }),
      details: { oauth: { id: oauthId, name } },
    }
    return { status: 200, html: pageOf('Authorized', `${name} is authorized. You can close this window.`) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: problemKinds[error.kind].status, html: pageOf('Not authorized', error.message) }
  }
}

const pageOf = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<body style="font-family: system-ui; max-width: 40rem; margin: 4rem auto"><h1>${title}</h1><p>${escaped(text)}</p>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
