import Type, { type Static } from 'typebox'
import { NamedPageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { matching } from '../../lib/patterns.ts'
import { runnerStates } from './states.ts'

/** Specification, "Runner (AgentInfo)" and "VersionDetails"; values of decisions.md §6. */
export const AgentStatus = Type.Enum(runnerStates)
export const AgentType = Type.Enum(['pipeline', 'streaming', 'data_productivity_cloud'])
export const CloudProvider = Type.Enum(['aws', 'azure', 'gcp', 'google_cloud', 'snowflake', 'self_hosted'])
export const Deployment = Type.Enum([
  'fargate',
  'eks',
  'container app',
  'aci',
  'aks',
  'gke',
  'gce',
  'native app',
  'process',
  'container',
  'kubernetes',
])
const Instant = Type.String({ format: 'date-time' })

export const VersionDetails = Type.Object({
  agentUpdateAvailable: Type.Boolean(),
  agentVersion: Type.Optional(
    Type.String({ description: 'Omitted until the first connection', examples: ['1.4.0'] }),
  ),
  support: Type.Enum(['SUPPORTED', 'UNSUPPORTED']),
  trackName: Type.String(),
  trackReleaseDate: Instant,
  trackVersion: Type.String(),
})

export const AgentInfo = Type.Object({
  agentId: Type.String({ format: 'uuid' }),
  agentStatus: AgentStatus,
  agentType: AgentType,
  cloudProvider: CloudProvider,
  connected: Type.Boolean({ description: 'A live session with a heartbeat in the last 15 seconds' }),
  deployment: Deployment,
  description: Type.String(),
  enableAutoUpdates: Type.Boolean(),
  maxInstances: Type.Optional(
    Type.Integer({
      description: 'Processes with its credential that may be connected at once, when it is more than one',
    }),
  ),
  name: Type.String(),
  pausedUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only while the runner is paused' }),
  ),
  restrictedAccess: Type.Boolean(),
  versionDetails: VersionDetails,
})

const Name = Type.String({ minLength: 1, maxLength: 30, pattern: '\\S' })
const Description = Type.String({ maxLength: 500 })
const MaxInstances = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'How many processes with its credential may be connected at once; 1 by default',
})
const TrackName = Type.String({ minLength: 1, maxLength: 255, description: 'current or stable' })

export const NewAgent = Type.Object(
  {
    name: Name,
    agentType: AgentType,
    cloudProvider: CloudProvider,
    deployment: Deployment,
    description: Type.Optional(Description),
    enableAutoUpdates: Type.Optional(Type.Boolean()),
    maxInstances: Type.Optional(MaxInstances),
    restrictedAccess: Type.Optional(Type.Boolean()),
    trackName: Type.Optional(TrackName),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Runner 1',
        agentType: 'pipeline',
        cloudProvider: 'self_hosted',
        deployment: 'process',
        description: 'In our own data centre',
        trackName: 'stable',
      },
    ],
  },
)
export const AgentPatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    enableAutoUpdates: Type.Optional(Type.Boolean()),
    maxInstances: Type.Optional(MaxInstances),
    restrictedAccess: Type.Optional(Type.Boolean()),
    trackName: Type.Optional(TrackName),
  },
  { additionalProperties: false },
)
export const AgentPage = pageOf(AgentInfo)
export const AgentQuery = Type.Object({ ...NamedPageQuery.properties, sort: sortBy(['name']) })
export const AgentPath = Type.Object({ agentId: Type.String({ format: 'uuid' }) })
export const DeletedAgent = Type.Object({ agentId: Type.String({ format: 'uuid' }) })

export const AgentCredentials = Type.Object({ clientId: Type.String(), clientSecret: Type.String() })
export const CredentialAction = Type.Object(
  { action: Type.Literal('SECRET_REFRESH') },
  { additionalProperties: false },
)

export const AgentCommand = Type.Object(
  {
    command: Type.Enum(['PAUSE', 'RESUME', 'RESTART', 'STOP']),
    pausedUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'For PAUSE: 24 hours ahead by default, at most 30 days',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ command: 'PAUSE' }] },
)

/** `{}` as a project's value means every environment of it. */
export const AllowList = Type.Object(
  {
    projects: Type.Record(
      Type.String({ format: 'uuid' }),
      Type.Object(
        { environments: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 1_000 })) },
        { additionalProperties: false },
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ projects: { '3f0c8c0e-5d3a-4b7e-9c61-7a4d0f2b8e19': { environments: ['Production'] } } }],
  },
)

const Version = Type.String({
  minLength: 1,
  maxLength: 100,
  ...matching('^\\d+(\\.\\d+)*$', 'must be numbers separated by dots'),
})
/** A line of runner versions, and the release that runners on it are to have. */
export const AgentTrack = Type.Object(
  {
    trackName: Type.String({ minLength: 1, maxLength: 255 }),
    trackVersion: Version,
    trackReleaseDate: Instant,
  },
  { additionalProperties: false },
)
export const AgentTracks = Type.Object(
  {
    tracks: Type.Array(AgentTrack, {
      minItems: 1,
      maxItems: 100,
      description: 'Must contain `current`, the default track of runners',
    }),
    minimumVersion: Type.Optional(
      Type.Union([Version, Type.Null()], {
        description: 'Older runners are UNSUPPORTED. If omitted, the current minimum stays; null removes it',
      }),
    ),
  },
  { additionalProperties: false },
)

export type AgentTrack = Static<typeof AgentTrack>
export type AgentTracks = Static<typeof AgentTracks>
export type AgentStatus = Static<typeof AgentStatus>
export type AgentInfo = Static<typeof AgentInfo>
export interface AgentQuery extends Pick<Static<typeof AgentQuery>, 'sort'> {
  readonly name?: string | undefined
}
export type NewAgent = Static<typeof NewAgent>
export type AgentPatch = Static<typeof AgentPatch>
export type AgentCommand = Static<typeof AgentCommand>
export type AllowList = Static<typeof AllowList>
export type AgentCredentials = Static<typeof AgentCredentials>
