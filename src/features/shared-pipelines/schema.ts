import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { FileFault, IgnoredResource } from '../artifacts/schema.ts'

/** Wire shapes of decisions.md §17. */
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Uuid = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Prefix = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description: 'Names the set that shared pipelines are published in together',
})

/** Header names are case-insensitive; Node provides them in lower case. */
export const SharedPublishHeaders = Type.Object({
  sharedpipelineidprefix: Prefix,
  versionname: Name,
  commithash: Type.Optional(Type.String({ maxLength: 255 })),
  branch: Type.Optional(Type.String({ maxLength: 1_000 })),
  projectid: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The project that owns a set that does not exist yet. Absent: the project with the name of the set, else the ' +
        'installation for a SUPER_ADMIN',
    }),
  ),
})
export const PublishSharedFromGit = Type.Object(
  {
    projectId: Uuid,
    ref: Type.String({
      minLength: 1,
      maxLength: 250,
      description: 'Branch, tag or commit of its repository',
    }),
    versionName: Name,
    sharedPipelineIdPrefix: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '\\S',
        description: 'Names the set; the name of the project by default',
      }),
    ),
  },
  { additionalProperties: false },
)

const Value = Type.Union([Type.String(), Type.Number(), Type.Array(Type.Array(Type.String()))])
export const SharedParameter = Type.Object({
  name: Type.String(),
  type: Type.Enum(['TEXT', 'NUMBER', 'GRID']),
  displayName: Type.Optional(Type.String()),
  description: Type.String(),
  required: Type.Boolean({ description: 'A caller has to set it' }),
  defaultValue: Value,
  columns: Type.Optional(Type.Array(Type.String(), { description: 'Columns of a GRID, in order' })),
})

const pipeline = {
  sharedPipelineId: Type.String({ description: 'A component names it by <prefix>#<id>' }),
  description: Type.String(),
  sourcePipeline: Type.String({ description: 'Its path in the version, without the ending' }),
  pipelineType: Type.Enum(['orchestration', 'transformation']),
  displayName: Type.Optional(Type.String()),
}
export const SharedPipelineDetails = Type.Object({ ...pipeline, parameters: Type.Array(SharedParameter) })
export const ListedSharedPipeline = Type.Object({
  sharedPipelineIdPrefix: Type.String(),
  ...pipeline,
  versionName: Type.String({ description: 'The newest version that is enabled' }),
  publishedTime: Instant,
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The project that owns it; absent for the installation' }),
  ),
})
export const SharedPipelinePage = pageOf(ListedSharedPipeline)

const version = {
  sharedPipelineIdPrefix: Type.String(),
  versionName: Type.String(),
  enabled: Type.Boolean({ description: 'A disabled version is not the newest' }),
  createdAt: Instant,
  branch: Type.Optional(Type.String()),
  commitHash: Type.Optional(Type.String()),
  provider: Type.Optional(Type.String({ description: "Provider of the owner's repository" })),
  artifactId: Uuid,
  publishedBy: Type.String(),
  pipelineCount: Type.Integer({ minimum: 0, description: 'Pipelines that it shares' }),
  projectId: Type.Optional(Uuid),
}
export const SharedArtifact = Type.Object(version)
export const SharedArtifactPage = pageOf(SharedArtifact)
export const SharedArtifactDetails = Type.Object({
  artifactDetails: SharedArtifact,
  sharedPipelines: Type.Array(SharedPipelineDetails),
})
export const PublishedSharedArtifact = Type.Object({
  ...version,
  sharedPipelines: Type.Array(SharedPipelineDetails),
  faults: Type.Array(FileFault, {
    description: 'Errors and warnings of validation; a component with an error fails when run',
  }),
  ignoredResources: Type.Array(IgnoredResource, {
    description: 'Files that are no text, or no part of a pipeline project',
  }),
})

const prefixed = {
  sharedPipelineIdPrefix: Type.Optional(Type.String({ maxLength: 255, description: 'Only this set' })),
}
const UsableIn = {
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only what this project owns or may run' }),
  ),
}
export const SharedPipelinesQuery = Type.Object({
  ...PageQuery.properties,
  ...prefixed,
  ...UsableIn,
  search: Type.Optional(
    Type.String({ maxLength: 255, description: 'Part of the id, the name or the description, in any case' }),
  ),
})
export const SharedArtifactsQuery = Type.Object({
  ...PageQuery.properties,
  ...prefixed,
  ...UsableIn,
  enabledOnly: Type.Boolean({ default: true, description: 'false: disabled versions too' }),
})
export const SharedDetailsQuery = Type.Object({
  sharedPipelineIdPrefix: Prefix,
  versionName: Type.Optional(
    Type.String({ maxLength: 255, description: 'The newest enabled one by default' }),
  ),
})
export const SharedSetQuery = Type.Object({ sharedPipelineIdPrefix: Prefix })
export const SharedChangeQuery = Type.Object({ sharedPipelineIdPrefix: Prefix, versionName: Name })
export const SharedChange = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false })

export const SharedDiffQuery = Type.Object({
  sharedPipelineIdPrefix: Prefix,
  sharedPipelineId: Name,
  fromVersionName: Name,
  toVersionName: Type.Optional(
    Type.String({ maxLength: 255, description: 'The newest enabled one by default' }),
  ),
})
export const ChangedSharedParameter = Type.Object({
  name: Type.String(),
  aspects: Type.Array(Type.Enum(['TYPE', 'DEFAULT', 'REQUIRED', 'COLUMNS', 'DESCRIPTION'])),
  from: SharedParameter,
  to: SharedParameter,
})
export const SharedPipelineDiff = Type.Object({
  sharedPipelineIdPrefix: Type.String(),
  sharedPipelineId: Type.String(),
  fromVersionName: Type.String(),
  toVersionName: Type.String(),
  isShared: Type.Boolean({ description: 'Whether the later version still shares the pipeline' }),
  breaking: Type.Boolean({
    description: 'Whether a caller that sets what the earlier version takes may fail with the later one',
  }),
  added: Type.Array(SharedParameter),
  removed: Type.Array(SharedParameter),
  changed: Type.Array(ChangedSharedParameter),
})

export const SharedUsersQuery = Type.Object({
  ...PageQuery.properties,
  sharedPipelineIdPrefix: Prefix,
  sharedPipelineId: Type.Optional(Type.String({ maxLength: 255 })),
  versionName: Type.Optional(Type.String({ maxLength: 255, description: 'Version of the shared pipeline' })),
})
export const SharedPipelineUser = Type.Object({
  projectId: Uuid,
  projectName: Type.String(),
  environmentName: Type.String(),
  callerVersionName: Type.String({ description: 'The newest version of the environment' }),
  pipelines: Type.Array(Type.String(), { description: 'Pipelines with a component that runs it' }),
  sharedPipelineId: Type.String(),
  versionName: Type.String({ description: 'The version of the shared pipeline that they run' }),
  statedVersion: Type.String({ description: 'The version in the components: a version name or [Latest]' }),
  isNewest: Type.Boolean(),
  enabled: Type.Boolean({ description: 'Whether the version that they run is enabled' }),
  isGranted: Type.Boolean({
    description: 'Whether the set is still shared with the project; where it is not, these pipelines fail',
  }),
})
export const SharedPipelineUserPage = Type.Object({
  ...pageOf(SharedPipelineUser).properties,
  hiddenCount: Type.Integer({
    minimum: 0,
    description: 'Users in projects and environments that you may not see',
  }),
})

export type SharedPublishHeaders = Static<typeof SharedPublishHeaders>
export type PublishSharedFromGit = Static<typeof PublishSharedFromGit>
export type SharedPipelineDetails = Static<typeof SharedPipelineDetails>
export type ListedSharedPipeline = Static<typeof ListedSharedPipeline>
export type SharedArtifact = Static<typeof SharedArtifact>
export type SharedArtifactDetails = Static<typeof SharedArtifactDetails>
export type PublishedSharedArtifact = Static<typeof PublishedSharedArtifact>
export type SharedPipelinesQuery = Static<typeof SharedPipelinesQuery>
export type SharedArtifactsQuery = Static<typeof SharedArtifactsQuery>
export type SharedDiffQuery = Static<typeof SharedDiffQuery>
export type SharedPipelineDiff = Static<typeof SharedPipelineDiff>
export type SharedUsersQuery = Static<typeof SharedUsersQuery>
export type SharedPipelineUser = Static<typeof SharedPipelineUser>
export type SharedPipelineUserPage = Static<typeof SharedPipelineUserPage>
