import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageOf } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  Asset,
  AssetDetails,
  AssetGraph,
  AssetPipeline,
  AssetQuery,
  AssetWriteItem,
  ColumnQuery,
  ColumnTrace,
  ExecutionLineage,
  GraphQuery,
  LineageEvent,
  LineageEventQuery,
  VersionLineage,
  VersionLineageQuery,
} from './schema.ts'
import type { Lineage } from './service.ts'

const area = 'Data Lineage'
const AssetPath = Type.Object({ assetId: Type.String({ format: 'uuid' }) })

// Over 60 lines: one entry per operation.
export function lineageRoutes(app: Server, lineage: Lineage): void {
  const config = { needs: (request: Parameters<typeof callerOf>[0]) => lineage.admit(callerOf(request)) }

  app.get(
    '/v1/lineage/events',
    {
      config,
      schema: {
        ...operation({
          id: 'listLineageEvents',
          area,
          summary: 'List what runs read and wrote, as events of OpenLineage',
          description:
            'A run that reads or writes something has an event when it begins and one when it ends; a run that fails has both ' +
            'in any case. Events are kept for 62 days',
          answers: { 200: pageOf(LineageEvent) },
          problems: [403],
        }),
        querystring: LineageEventQuery,
      },
    },
    (request) => lineage.events(callerOf(request), request.query),
  )

  app.get(
    '/v1/assets',
    {
      config,
      schema: {
        ...operation({
          id: 'listAssets',
          area,
          summary: 'List the tables, objects, files and endpoints that pipelines read and write',
          answers: { 200: pageOf(Asset) },
          problems: [403, 404],
        }),
        querystring: AssetQuery,
      },
    },
    (request) => lineage.list(callerOf(request), request.query),
  )

  app.get(
    '/v1/assets/:assetId',
    {
      config,
      schema: {
        ...operation({
          id: 'getAsset',
          area,
          summary: 'Get an asset: who uses it, and what wrote it last',
          answers: { 200: AssetDetails },
          problems: [403, 404],
        }),
        params: AssetPath,
      },
    },
    (request) => lineage.details(callerOf(request), request.params.assetId),
  )

  app.get(
    '/v1/assets/:assetId/writes',
    {
      config,
      schema: {
        ...operation({
          id: 'listAssetWrites',
          area,
          summary: 'List the steps that wrote an asset, newest first, with their row counts',
          answers: { 200: pageOf(AssetWriteItem) },
          problems: [403, 404],
        }),
        params: AssetPath,
        querystring: PageQuery,
      },
    },
    (request) => lineage.writes(callerOf(request), request.params.assetId, request.query),
  )

  app.get(
    '/v1/assets/:assetId/pipelines',
    {
      config,
      schema: {
        ...operation({
          id: 'listAssetPipelines',
          area,
          summary: 'List the pipelines that read and write an asset, by project, name and environment',
          answers: { 200: pageOf(AssetPipeline) },
          problems: [403, 404],
        }),
        params: AssetPath,
        querystring: PageQuery,
      },
    },
    (request) => lineage.pipelines(callerOf(request), request.params.assetId, request.query),
  )

  app.get(
    '/v1/assets/:assetId/graph',
    {
      config,
      schema: {
        ...operation({
          id: 'getAssetGraph',
          area,
          summary: 'Get the upstream and downstream assets of an asset, over all projects that you see',
          answers: { 200: AssetGraph },
          problems: [403, 404],
        }),
        params: AssetPath,
        querystring: GraphQuery,
      },
    },
    (request) => lineage.graph(callerOf(request), request.params.assetId, request.query),
  )

  app.get(
    '/v1/assets/:assetId/column-lineage',
    {
      config,
      schema: {
        ...operation({
          id: 'getColumnLineage',
          area,
          summary: 'Trace a column of an asset both ways: what it is made of, and what breaks without it',
          answers: { 200: ColumnTrace },
          problems: [403, 404],
        }),
        params: AssetPath,
        querystring: ColumnQuery,
      },
    },
    (request) => lineage.trace(callerOf(request), request.params.assetId, request.query.column),
  )

  app.get(
    '/v1/projects/:projectId/artifacts/lineage',
    {
      schema: {
        ...operation({
          id: 'getArtifactLineage',
          area,
          summary:
            'Get what the pipelines of a published version will read and write, as far as their files say it',
          description:
            'Recorded within seconds of publishing, with the values that variables have then. Names that only a run knows are left out',
          answers: { 200: VersionLineage },
          problems: [403, 404],
        }),
        params: Type.Object({ projectId: Type.String({ format: 'uuid' }) }),
        querystring: VersionLineageQuery,
      },
    },
    (request) => lineage.ofVersion(callerOf(request), request.params.projectId, request.query),
  )

  app.get(
    '/v1/projects/:projectId/pipeline-executions/:pipelineExecutionId/lineage',
    {
      schema: {
        ...operation({
          id: 'getExecutionLineage',
          area,
          summary: 'Get what the steps of an execution read and wrote',
          answers: { 200: ExecutionLineage },
          problems: [403, 404],
        }),
        params: Type.Object({
          projectId: Type.String({ format: 'uuid' }),
          pipelineExecutionId: Type.String({ format: 'uuid' }),
        }),
      },
    },
    (request) =>
      lineage.ofExecution(callerOf(request), request.params.projectId, request.params.pipelineExecutionId),
  )
}
