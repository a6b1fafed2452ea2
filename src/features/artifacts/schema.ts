import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'

/** Wire shapes of decisions.md §8, publishing. */
export const MAX_ARTIFACT_FILES = 5_000
export const MAX_ARTIFACT_FILE_BYTES = 4 * 1024 * 1024
export const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024
/** Of what a client uploads as a version. */
export const uploadLimits = {
  noun: 'A version',
  files: MAX_ARTIFACT_FILES,
  fileBytes: MAX_ARTIFACT_FILE_BYTES,
  bytes: MAX_ARTIFACT_BYTES,
}

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Instant = Type.String({ format: 'date-time' })

/** Header names are case-insensitive; Node provides them in lower case. */
export const PublishHeaders = Type.Object({
  versionname: Name,
  environmentname: Name,
  commithash: Type.Optional(Type.String({ maxLength: 255 })),
  branch: Type.Optional(Type.String({ maxLength: 1_000 })),
})

const artifact = {
  artifactId: Type.String({ format: 'uuid' }),
  versionName: Type.String(),
  environmentName: Type.String(),
  commitHash: Type.Optional(Type.String()),
  branch: Type.Optional(Type.String()),
  publishedTime: Instant,
  publishedBy: Type.String(),
  fileCount: Type.Integer(),
  enabled: Type.Boolean({ description: 'A disabled version is not the newest, and cannot be run' }),
}
export const Artifact = Type.Object(artifact)
export const ArtifactPage = pageOf(Artifact)
export const ArtifactQuery = Type.Object({
  ...PageQuery.properties,
  environmentName: Type.Optional(Type.String()),
  enabledOnly: Type.Boolean({ default: true, description: 'false: disabled versions too' }),
})

export const FileFault = Type.Object({
  severity: Type.Enum(['error', 'warning']),
  file: Type.String(),
  line: Type.Integer(),
  component: Type.Optional(Type.String()),
  rule: Type.String(),
  message: Type.String(),
  hint: Type.Optional(Type.String()),
})
/** A file that is not part of the version, which is published without it. */
export const IgnoredResource = Type.Object({ name: Type.String(), reason: Type.String() })
export const PublishedArtifact = Type.Object({
  ...artifact,
  pipelineCount: Type.Integer(),
  faults: Type.Array(FileFault, {
    description:
      'Errors and warnings of validation; a component with an error fails when run. Also schedules and triggers whose pipeline the version lacks',
  }),
  ignoredResources: Type.Array(IgnoredResource, {
    description:
      'Files that are no text, or no part of a pipeline project: the version is published without them. The first 1,000',
  }),
  ignoredCount: Type.Integer({ description: 'How many files the version is published without' }),
})

export const ArtifactDetailsQuery = Type.Object({
  environmentName: Name,
  versionName: Type.Optional(
    Type.String({ maxLength: 255, description: 'The newest enabled one by default' }),
  ),
})
export const ArtifactChangeQuery = Type.Object({ environmentName: Name, versionName: Name })
export const ArtifactChange = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false })
export const ArtifactDetails = Type.Object({
  ...artifact,
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer() })),
  pipelines: Type.Array(Type.String()),
  assets: Type.Array(Type.String(), { description: 'The paths of the files' }),
  details: Type.Object({
    branch: Type.Optional(Type.String()),
    commitHash: Type.Optional(Type.String()),
    createdAt: Type.String({ format: 'date-time', description: 'When these files were published first' }),
    deployedAt: Type.String({ format: 'date-time', description: 'When they came to this environment' }),
    enabled: Type.Boolean(),
    provider: Type.Optional(
      Type.String({ description: "The provider of the project's repository, if it has one" }),
    ),
    versionName: Type.String(),
  }),
})

export const Promotion = Type.Object(
  { versionName: Name, sourceEnvironmentName: Name, targetEnvironmentName: Name },
  { additionalProperties: false },
)

export const PublishedPipelinesQuery = Type.Object({
  ...PageQuery.properties,
  environmentName: Type.Optional(
    Type.String({ ...Name, description: 'Without it: of every environment that you may see' }),
  ),
})
const PublishedPipeline = Type.Object({
  name: Type.String(),
  publishedTime: Instant,
  environmentName: Type.Optional(Type.String({ description: 'Where the request names none' })),
})
export const PublishedPipelinePage = pageOf(PublishedPipeline)

export type Artifact = Static<typeof Artifact>
export type ArtifactDetails = Static<typeof ArtifactDetails>
export type PublishedArtifact = Static<typeof PublishedArtifact>
export type PublishHeaders = Static<typeof PublishHeaders>
export type IgnoredResource = Static<typeof IgnoredResource>
export type PublishedPipeline = Static<typeof PublishedPipeline>
export type Promotion = Static<typeof Promotion>
