import type { operations } from '../../../openapi/types.generated.ts'

type Answer<
  O extends
    | 'listSharedPipelines'
    | 'listSharedPipelineArtifacts'
    | 'getSharedPipelineArtifactDetails'
    | 'compareSharedPipeline'
    | 'listSharedPipelineUsers',
> = operations[O]['responses'][200]['content']['application/json']

/** Short names for the API types of shared pipelines. */
export type ListedShared = Answer<'listSharedPipelines'>['results'][number]
export type SharedVersion = Answer<'listSharedPipelineArtifacts'>['results'][number]
export type SharedDetails = Answer<'getSharedPipelineArtifactDetails'>
export type SharedParameter = SharedDetails['sharedPipelines'][number]['parameters'][number]
export type SharedDiff = Answer<'compareSharedPipeline'>
export type SharedUser = Answer<'listSharedPipelineUsers'>['results'][number]

export const sharedPath = '/v1/shared-pipelines'
export const sharedVersionsPath = '/v1/shared-pipelines/artifacts'
export const sharedDetailsPath = '/v1/shared-pipelines/artifacts/details'

/** How a component names it. */
export const referenceOf = (one: Pick<ListedShared, 'sharedPipelineIdPrefix' | 'sharedPipelineId'>): string =>
  `${one.sharedPipelineIdPrefix}#${one.sharedPipelineId}`

/** A default value on one line. */
export const shownDefault = (value: SharedParameter['defaultValue']): string =>
  typeof value === 'object' ? `${value.length} rows` : value === '' ? 'empty' : String(value)
