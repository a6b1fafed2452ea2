import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'

/** Wire shapes of decisions.md §8, publishing. */
export const MAX_ARTIFACT_FILES = 5_000
export const MAX_ARTIFACT_FILE_BYTES = 4 * 1024 * 1024
export const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024

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
}
export const Artifact = Type.Object(artifact)
export const ArtifactPage = pageOf(Artifact)
export const ArtifactQuery = Type.Object({
  ...PageQuery.properties,
  environmentName: Type.Optional(Type.String()),
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
export const PublishedArtifact = Type.Object({
  ...artifact,
  pipelineCount: Type.Integer(),
  faults: Type.Array(FileFault, {
    description: 'What validation says of the files; a component with an error fails when run',
  }),
})

export const ArtifactDetailsQuery = Type.Object({ environmentName: Name, versionName: Name })
export const ArtifactDetails = Type.Object({
  ...artifact,
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer() })),
  pipelines: Type.Array(Type.String()),
})

export const Promotion = Type.Object(
  { versionName: Name, sourceEnvironmentName: Name, targetEnvironmentName: Name },
  { additionalProperties: false },
)

export const PublishedPipelinesQuery = Type.Object({ ...PageQuery.properties, environmentName: Name })
export const PublishedPipelinePage = pageOf(Type.Object({ name: Type.String(), publishedTime: Instant }))

export type Artifact = Static<typeof Artifact>
export type ArtifactDetails = Static<typeof ArtifactDetails>
export type PublishedArtifact = Static<typeof PublishedArtifact>
export type PublishHeaders = Static<typeof PublishHeaders>
export type Promotion = Static<typeof Promotion>
