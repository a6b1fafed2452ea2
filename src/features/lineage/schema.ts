import Type, { type Static } from 'typebox'
import { PageQuery } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'

const Uuid = (description: string) => Type.String({ format: 'uuid', description })
const Instant = (description: string) => Type.String({ format: 'date-time', description })
const RowCount = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Rows that the step counted; absent where it does not tell' }),
)

export const AssetKind = Type.Enum(['TABLE', 'OBJECT', 'FILE', 'API', 'TOPIC'])

const naming = {
  assetId: Uuid('The same for the same name'),
  namespace: Type.String({
    description: 'Where it is, as OpenLineage names it: postgres://host:port, s3://bucket',
  }),
  name: Type.String({ description: 'Its name there: database.schema.table, or a path' }),
  kind: AssetKind,
}

export const Asset = Type.Object({
  ...naming,
  columnNames: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Where a pipeline made it and named them all; only to those who see every environment in which runs use it',
    }),
  ),
  firstSeenTime: Instant('When a pipeline first read or wrote it'),
  lastWrittenTime: Type.Optional(
    Instant('When a pipeline last wrote it; only to those who see every environment in which runs use it'),
  ),
})

export const AssetWriteItem = Type.Object({
  projectId: Uuid('Of the pipeline that wrote it'),
  environmentName: Type.String(),
  executionId: Uuid('Of that pipeline'),
  rootExecutionId: Uuid('Of the pipeline that was started'),
  pipelineName: Type.String(),
  componentName: Type.String(),
  rowCount: RowCount,
  writtenTime: Instant('When the step ended'),
})

const KnownFrom = Type.Array(Type.Enum(['RUN', 'VERSION']), {
  description:
    'RUN: a run did it. VERSION: a pipeline of the newest enabled version of the environment will do it, as its file says',
})

export const AssetUse = Type.Object({
  projectId: Uuid('A project whose pipelines use it'),
  projectName: Type.String(),
  environmentName: Type.String(),
  reads: Type.Boolean(),
  writes: Type.Boolean(),
  lastUsedTime: Type.Optional(Instant('When one did last; absent where none ran yet')),
})

export const AssetDetails = Type.Object({
  ...Asset.properties,
  lastWrite: Type.Optional(AssetWriteItem),
  uses: Type.Array(AssetUse, { description: 'In environments that you see; at most 100' }),
})

export const AssetQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'A part of the name or namespace, in any case' }),
  ),
  kind: Type.Optional(AssetKind),
  projectId: Type.Optional(Uuid('Only what pipelines of this project use')),
  pipelineName: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Only what this pipeline uses; needs projectId' }),
  ),
  lastWrittenBefore: Type.Optional(
    Instant('Only what was last written before then: what is not fresh. Assets never written are left out'),
  ),
  sort: sortBy(['name', 'lastWrittenTime']),
})

export const AssetPipeline = Type.Object({
  projectId: Uuid('Of the pipeline'),
  projectName: Type.String(),
  environmentName: Type.String(),
  pipelineName: Type.String(),
  reads: Type.Boolean(),
  writes: Type.Boolean(),
  knownFrom: KnownFrom,
  lastExecutionId: Type.Optional(Uuid('The execution that did it last; absent where none did yet')),
  lastTime: Type.Optional(Instant('When it did')),
})

export const GraphQuery = Type.Object({
  depth: Type.Integer({ minimum: 1, maximum: 10, default: 3, description: 'Steps from the asset, each way' }),
  limit: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 200,
    description: 'Assets at most, nearest first',
  }),
})

export const AssetNode = Type.Object({
  ...naming,
  distance: Type.Integer({ description: 'Steps from the asset: below 0 upstream, above 0 downstream' }),
  hiddenUpstream: Type.Integer({
    minimum: 0,
    description:
      'Assets from which it is computed in environments that you may not see; at most 1000 are counted',
  }),
  hiddenDownstream: Type.Integer({
    minimum: 0,
    description:
      'Assets that are computed from it in environments that you may not see; at most 1000 are counted',
  }),
  lastWrittenTime: Type.Optional(
    Instant('When a pipeline last wrote it; only to those who see every environment in which runs use it'),
  ),
})

export const AssetEdge = Type.Object({
  fromAssetId: Uuid('What is read'),
  toAssetId: Uuid('What is written'),
  projectId: Uuid('Of the pipeline that does it'),
  environmentName: Type.String(),
  pipelineName: Type.String(),
  componentName: Type.String(),
  columns: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'By written column, the columns from which it is computed. Empty where they are not known',
  }),
  knownFrom: KnownFrom,
  lastExecutionId: Type.Optional(Uuid('The execution that did it last; absent where none did yet')),
  lastTime: Type.Optional(Instant('When it did')),
})

export const AssetGraph = Type.Object({
  nodes: Type.Array(AssetNode),
  edges: Type.Array(AssetEdge),
  truncated: Type.Boolean({
    description: 'There is more than the limit, or the depth, that was asked for',
  }),
})

export const ColumnQuery = Type.Object({
  column: Type.String({ minLength: 1, maxLength: 255, description: 'A column of the asset' }),
})

export const TracedColumnItem = Type.Object({
  ...naming,
  column: Type.String(),
  distance: Type.Integer({ minimum: 1 }),
  /** The pipelines right before it. */
  pipelines: Type.Array(Type.String(), {
    description: 'Pipelines that carry the column, on the side of the requested asset',
  }),
})

export const ColumnTrace = Type.Object({
  upstream: Type.Array(TracedColumnItem, { description: 'Columns from which the column is computed' }),
  downstream: Type.Array(TracedColumnItem, { description: 'Columns that are computed from the column' }),
  truncated: Type.Boolean({ description: 'There are more than 500 columns' }),
})

const LineageDataset = Type.Object({
  assetId: Uuid('Of the asset'),
  namespace: Type.String(),
  name: Type.String(),
})

export const StepLineageItem = Type.Object({
  executionId: Uuid('Of the execution, or of a pipeline that it called'),
  pipelineName: Type.String(),
  componentName: Type.String(),
  rowCount: RowCount,
  reads: Type.Array(LineageDataset),
  writes: Type.Array(LineageDataset),
  edges: Type.Array(
    Type.Object({
      fromAssetId: Uuid('What is read'),
      toAssetId: Uuid('What is written'),
      columns: Type.Record(Type.String(), Type.Array(Type.String())),
    }),
  ),
  unread: Type.Array(Type.String(), { description: 'Why statements could not be read' }),
})

export const ExecutionLineage = Type.Object({
  steps: Type.Array(StepLineageItem, { description: 'Steps that read or wrote something; at most 1000' }),
})

const { executionId: _execution, rowCount: _rows, ...plannedStep } = StepLineageItem.properties

export const VersionLineageQuery = Type.Object({
  environmentName: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Where the version is published',
  }),
  versionName: Type.Optional(
    Type.String({ maxLength: 255, description: 'The newest enabled one by default' }),
  ),
  pipelineName: Type.Optional(Type.String({ maxLength: 1_000, description: 'Only of this pipeline' })),
})

export const VersionLineage = Type.Object({
  versionName: Type.String(),
  environmentName: Type.String(),
  current: Type.Boolean({
    description:
      'It is the newest enabled version of the environment: the one that the graph of assets shows',
  }),
  recordedTime: Type.Optional(
    Instant('When it was recorded, with the values that variables had then; absent: it was read now'),
  ),
  steps: Type.Array(Type.Object(plannedStep), {
    description: 'The components that will read or write something; at most 1000',
  }),
  truncated: Type.Boolean({ description: 'There are more components' }),
})

const Facets = Type.Record(
  Type.String(),
  Type.Object({ _producer: Type.String(), _schemaURL: Type.String() }, { additionalProperties: true }),
)
const dataset = { namespace: Type.String(), name: Type.String(), facets: Facets }

/** OpenLineage's RunEvent (https://openlineage.io/spec/2-0-2/OpenLineage.json). */
export const RunEvent = Type.Object({
  eventType: Type.Enum(['START', 'COMPLETE', 'ABORT', 'FAIL']),
  eventTime: Instant('When it happened'),
  producer: Type.String(),
  schemaURL: Type.String(),
  run: Type.Object({ runId: Uuid('The execution'), facets: Facets }),
  job: Type.Object({ namespace: Type.String(), name: Type.String(), facets: Facets }),
  inputs: Type.Array(Type.Object(dataset)),
  outputs: Type.Array(Type.Object({ ...dataset, outputFacets: Type.Optional(Facets) })),
})

export const LineageEvent = Type.Object({ id: Uuid('The same however often it is read'), event: RunEvent })

export const LineageEventQuery = Type.Object({
  ...PageQuery.properties,
  generatedFrom: Instant('Events that were generated then and later'),
  generatedBefore: Instant('Events that were generated before then; at most 31 days later'),
})

export type Asset = Static<typeof Asset>
export type AssetDetails = Static<typeof AssetDetails>
export type AssetEdge = Static<typeof AssetEdge>
export type AssetGraph = Static<typeof AssetGraph>
export type AssetNode = Static<typeof AssetNode>
export type AssetPipeline = Static<typeof AssetPipeline>
export type AssetQuery = Static<typeof AssetQuery>
export type AssetUse = Static<typeof AssetUse>
export type AssetWriteItem = Static<typeof AssetWriteItem>
export type ColumnTrace = Static<typeof ColumnTrace>
export type ExecutionLineage = Static<typeof ExecutionLineage>
export type GraphQuery = Static<typeof GraphQuery>
export type LineageEvent = Static<typeof LineageEvent>
export type LineageEventQuery = Static<typeof LineageEventQuery>
export type RunEvent = Static<typeof RunEvent>
export type StepLineageItem = Static<typeof StepLineageItem>
export type VersionLineage = Static<typeof VersionLineage>
export type VersionLineageQuery = Static<typeof VersionLineageQuery>
export type TracedColumnItem = Static<typeof TracedColumnItem>
