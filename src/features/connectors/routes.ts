import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { isSecondFace } from '../../http/faces.ts'
import { addressOf, below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { type Page, PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { Sharing, SharingChange } from '../ownership/schema.ts'
import {
  Connector,
  ConnectorChange,
  ConnectorPage,
  ConnectorPath,
  ConnectorQuery,
  Duplicate,
  EndpointPath,
  ExportedConnector,
  type FlexConnector,
  FlexConnectorPage,
  ImportedConnector,
  MAX_CONNECTOR_BODY_BYTES,
  NewConnector,
  TestAnswer,
  TestRequest,
  UnsavedTest,
} from './schema.ts'
import { secondList, wholeList } from './second-face.ts'
import type { Connectors } from './service.ts'

const area = 'Connectors'
const all = '/v1/custom-connectors'
const one = `${all}/:connectorId` as const
const large = { bodyLimit: MAX_CONNECTOR_BODY_BYTES }

/** The operations of decisions.md §12, connectors. */
export function connectorRoutes(app: Server, connectors: Connectors): void {
  collectionRoutes(app, connectors)
  readingRoutes(app, connectors)
  changingRoutes(app, connectors)
  copyingRoutes(app, connectors)
  sharingRoutes(app, connectors)
  testRoute(app, connectors)
}

function collectionRoutes(app: Server, connectors: Connectors): void {
  app.get(
    all,
    {
      config: {
        onSecondFace: secondList,
        needs: (request) => connectors.admitToList(callerOf(request), request.query),
      },
      schema: {
        ...operation({
          id: 'listCustomConnectors',
          area,
          summary: 'List the custom connectors of your projects in alphabetical order',
          answers: { 200: ConnectorPage },
          problems: [403, 404],
        }),
        querystring: ConnectorQuery,
      },
    },
    (request) => {
      const page = isSecondFace(request) ? wholeList : pageRequest(request.query)
      return connectors.list(callerOf(request), page, request.query.projectId)
    },
  )

  app.get(
    '/v1/flex-connectors',
    {
      config: { onSecondFace: secondList },
      schema: {
        ...operation({
          id: 'listFlexConnectors',
          area,
          summary: 'List the connectors that come with the product: there are none',
          description: 'Every connector here is a custom connector, those of the installation too.',
          answers: { 200: FlexConnectorPage },
        }),
        querystring: PageQuery,
      },
    },
    async ({ query }): Promise<Page<FlexConnector>> => {
      const { page, size } = pageRequest(query)
      return { page, results: [], size, total: 0 }
    },
  )

  app.post(
    all,
    {
      config: { needs: (request) => connectors.admitToCreate(callerOf(request), request.body) },
      ...large,
      schema: {
        ...operation({
          id: 'createCustomConnector',
          area,
          summary: 'Create a custom connector, owned by a project or the installation',
          answers: { 201: Connector },
          problems: [403, 404, 409, 413, 415],
        }),
        body: NewConnector,
      },
    },
    async (request, reply) => {
      const { connector, revision } = await connectors.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, connector.connectorId))
        .header('etag', stateTag(revision, connector))
        .send(connector)
    },
  )
}

function readingRoutes(app: Server, connectors: Connectors): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getCustomConnector',
          area,
          summary: 'Get a custom connector with its endpoints',
          answers: { 200: Connector },
          problems: [403, 404],
        }),
        params: ConnectorPath,
      },
    },
    async (request, reply) => {
      const { connector, revision } = await connectors.get(callerOf(request), request.params.connectorId)
      return sendState(request, reply, revision, connector)
    },
  )

  app.get(
    `${one}/export`,
    {
      schema: {
        ...operation({
          id: 'exportCustomConnector',
          area,
          summary: 'Export a custom connector without its secrets',
          answers: { 200: ExportedConnector },
          problems: [403, 404],
        }),
        params: ConnectorPath,
      },
    },
    (request) => connectors.exportOne(callerOf(request), request.params.connectorId),
  )
}

function changingRoutes(app: Server, connectors: Connectors): void {
  app.put(
    one,
    {
      config: { needs: (request) => connectors.admitTo(callerOf(request), 'write', request.params) },
      ...large,
      schema: {
        ...operation({
          id: 'updateCustomConnector',
          area,
          summary: 'Replace the name and endpoints of a custom connector',
          answers: { 200: Connector },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ConnectorPath,
        body: ConnectorChange,
      },
    },
    async (request, reply) => {
      const { connectorId } = request.params
      const { connector, revision } = await connectors.update(
        callerOf(request),
        connectorId,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, connector)).send(connector)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteCustomConnector',
          area,
          summary: 'Delete a custom connector; pipelines that use it fail from then on',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: ConnectorPath,
      },
    },
    async (request, reply) => {
      await connectors.remove(callerOf(request), request.params.connectorId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}

function copyingRoutes(app: Server, connectors: Connectors): void {
  app.post(
    `${one}/duplicate`,
    {
      config: { needs: (request) => connectors.admitToCreate(callerOf(request), request.body) },
      preValidation: async (request) => {
        request.body ??= {} as never // its members are optional, and so is the body
      },
      schema: {
        ...operation({
          id: 'duplicateCustomConnector',
          area,
          summary: 'Duplicate a custom connector; without a name the copy is numbered',
          answers: { 201: Connector },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ConnectorPath,
        body: Duplicate,
      },
    },
    async (request, reply) => {
      const { connectorId } = request.params
      const { connector, revision } = await connectors.duplicate(callerOf(request), connectorId, request.body)
      const location = addressOf(request).replace(/[^/]+\/duplicate$/, connector.connectorId)
      return reply
        .code(201)
        .header('location', location)
        .header('etag', stateTag(revision, connector))
        .send(connector)
    },
  )

  app.post(
    `${all}/import`,
    {
      config: { needs: (request) => connectors.admitToCreate(callerOf(request), request.body) },
      ...large,
      schema: {
        ...operation({
          id: 'importCustomConnector',
          area,
          summary: 'Import an exported connector; unknown OAuth entries are created pending setup',
          answers: { 201: Connector },
          problems: [403, 404, 409, 413, 415],
        }),
        body: ImportedConnector,
      },
    },
    async (request, reply) => {
      const { connector, revision } = await connectors.importOne(callerOf(request), request.body)
      const location = addressOf(request).replace(/import$/, connector.connectorId)
      return reply
        .code(201)
        .header('location', location)
        .header('etag', stateTag(revision, connector))
        .send(connector)
    },
  )
}

function sharingRoutes(app: Server, connectors: Connectors): void {
  const sharing = `${one}/sharing` as const
  app.get(
    sharing,
    {
      schema: {
        ...operation({
          id: 'getCustomConnectorSharing',
          area,
          summary: 'Get who owns a custom connector, and which other projects may use it',
          answers: { 200: Sharing },
          problems: [403, 404],
        }),
        params: ConnectorPath,
      },
    },
    async (request, reply) => {
      const { sharing, revision } = await connectors.getSharing(callerOf(request), request.params.connectorId)
      return sendState(request, reply, revision, sharing)
    },
  )

  app.put(
    sharing,
    {
      config: { needs: (request) => connectors.admitTo(callerOf(request), 'write', request.params) },
      schema: {
        ...operation({
          id: 'updateCustomConnectorSharing',
          area,
          summary: 'Share a custom connector with other projects, or hand it to another owner',
          answers: { 200: Sharing },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ConnectorPath,
        body: SharingChange,
      },
    },
    async (request, reply) => {
      const { sharing, revision } = await connectors.replaceSharing(
        callerOf(request),
        request.params.connectorId,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, sharing)).send(sharing)
    },
  )
}

function testRoute(app: Server, connectors: Connectors): void {
  app.post(
    `${one}/endpoints/:endpointId/test`,
    {
      config: { needs: (request) => connectors.admitTo(callerOf(request), 'use', request.params) },
      schema: {
        ...operation({
          id: 'testCustomConnectorEndpoint',
          area,
          summary:
            'Test an endpoint: sends its request and returns the response; the given values are not stored',
          answers: { 200: TestAnswer },
          problems: [403, 404, 409, 413, 415],
        }),
        params: EndpointPath,
        body: TestRequest,
      },
    },
    (request) => {
      const { connectorId, endpointId } = request.params
      return connectors.test(callerOf(request), connectorId, endpointId, request.body)
    },
  )

  app.post(
    `${one}/tests`,
    {
      bodyLimit: MAX_CONNECTOR_BODY_BYTES,
      config: { needs: (request) => connectors.admitTo(callerOf(request), 'write', request.params) },
      schema: {
        ...operation({
          id: 'testUnsavedEndpoint',
          area,
          summary: 'Test an endpoint that is not saved: sends its request and returns the response',
          answers: { 200: TestAnswer },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ConnectorPath,
        body: UnsavedTest,
      },
    },
    (request) => connectors.testUnsaved(callerOf(request), request.params.connectorId, request.body),
  )
}
