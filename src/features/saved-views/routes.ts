import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  NewSavedView,
  SavedView,
  SavedViewPage,
  SavedViewPatch,
  SavedViewPath,
  SavedViewsQuery,
} from './schema.ts'
import type { SavedViews } from './service.ts'

const area = 'Saved Views'
const all = '/v1/saved-views'
const one = `${all}/:savedViewId` as const

export function savedViewRoutes(app: Server, views: SavedViews): void {
  collectionRoutes(app, views)
  itemRoutes(app, views)
}

function collectionRoutes(app: Server, views: SavedViews): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listSavedViews',
          area,
          summary: 'List your saved views, by name',
          description: 'A view is a filter of a list under a name',
          answers: { 200: SavedViewPage },
          problems: [403, 404],
        }),
        querystring: SavedViewsQuery,
      },
    },
    (request) => views.list(callerOf(request), request.query, pageRequest(request.query)),
  )

  app.post(
    all,
    {
      schema: {
        ...operation({
          id: 'createSavedView',
          area,
          summary: 'Save a view, for yourself or for the members of a project',
          description: 'Sharing it in a project needs the permission executions:run there',
          answers: { 201: SavedView },
          problems: [403, 404, 409, 413, 415],
        }),
        body: NewSavedView,
      },
    },
    async (request, reply) => {
      const { view, revision } = await views.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, view.savedViewId))
        .header('etag', stateTag(revision, view))
        .send(view)
    },
  )
}

// Over 60 lines: one declaration per route, each short.
function itemRoutes(app: Server, views: SavedViews): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getSavedView',
          area,
          summary: 'Get a saved view',
          answers: { 200: SavedView },
          problems: [403, 404],
        }),
        params: SavedViewPath,
      },
    },
    async (request, reply) => {
      const { view, revision } = await views.get(callerOf(request), request.params.savedViewId)
      return sendState(request, reply, revision, view)
    },
  )

  app.patch(
    one,
    {
      schema: {
        ...operation({
          id: 'updateSavedView',
          area,
          summary: 'Update a view of yours; omitted fields keep their values',
          answers: { 200: SavedView },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: SavedViewPath,
        body: SavedViewPatch,
      },
    },
    async (request, reply) => {
      const { savedViewId } = request.params
      const changed = await views.update(callerOf(request), savedViewId, request.body, ifMatch(request))
      return reply.header('etag', stateTag(changed.revision, changed.view)).send(changed.view)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteSavedView',
          area,
          summary: 'Delete a saved view',
          description: 'One of your views, or a shared view in a project that you administer',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: SavedViewPath,
      },
    },
    async (request, reply) => {
      await views.remove(callerOf(request), request.params.savedViewId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
