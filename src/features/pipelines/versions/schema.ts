import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../../http/page.ts'
import { ComponentDiff } from '../../repositories/comparing/schema.ts'

/** Wire shapes of what published versions changed about a pipeline. */
export const MAX_COMPARED_VERSIONS = 1_000
export const MAX_TEXT_CHARACTERS = 1024 * 1024

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const PipelineName = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Path in the repository without its ending; with it, that very file',
})

export const PipelineVersionsQuery = Type.Object({
  ...PageQuery.properties,
  name: PipelineName,
  environmentName: Name,
})

const version = {
  versionName: Type.String(),
  commitHash: Type.Optional(Type.String({ description: 'As given by the publisher' })),
  branch: Type.Optional(Type.String()),
  publishedTime: Type.String({ format: 'date-time' }),
  publishedBy: Type.String(),
  enabled: Type.Boolean(),
}
export const PipelineVersion = Type.Object({
  ...version,
  change: Type.Enum(['ADDED', 'MODIFIED', 'REMOVED'], {
    description: 'Against the version that was published before it in this environment',
  }),
})
export const PipelineVersionPage = pageOf(PipelineVersion)

export const PipelineDiffQuery = Type.Object({
  name: PipelineName,
  fromEnvironmentName: Name,
  fromVersionName: Type.Optional(
    Type.String({ ...Name, description: 'The newest enabled version by default' }),
  ),
  toEnvironmentName: Name,
  toVersionName: Type.Optional(
    Type.String({ ...Name, description: 'The newest enabled version by default' }),
  ),
})
const PipelineText = Type.Object({
  environmentName: Type.String(),
  versionName: Type.String(),
  path: Type.Optional(Type.String({ description: 'Absent when the version has no such pipeline' })),
  text: Type.Optional(Type.String({ description: `At most ${MAX_TEXT_CHARACTERS} characters` })),
  textTruncated: Type.Boolean(),
})
export const PipelineDiff = Type.Object({
  change: Type.Enum(['NONE', 'ADDED', 'MODIFIED', 'REMOVED']),
  components: ComponentDiff,
  from: PipelineText,
  to: PipelineText,
})

export type PipelineVersion = Static<typeof PipelineVersion>
export type PipelineVersionsQuery = Static<typeof PipelineVersionsQuery>
export type PipelineDiffQuery = Static<typeof PipelineDiffQuery>
export type PipelineDiff = Static<typeof PipelineDiff>
