import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'
import { ProjectPath } from '../projects/schema.ts'
import { ProviderName, ProviderParameters } from '../repositories/schema.ts'
import { migrationStates } from './states.ts'

/** Wire shapes of the specification, "Repository migration", and decisions.md §11. */
const Mode = Type.Enum(['MIRROR_PUSH', 'RECONFIGURE'])
const Status = Type.Enum(migrationStates)
const Instant = Type.String({ format: 'date-time' })

export const NewMigration = Type.Object(
  {
    mode: Mode,
    provider: ProviderName,
    repositoryName: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    providerParameters: Type.Optional(ProviderParameters),
  },
  {
    additionalProperties: false,
    examples: [
      {
        mode: 'MIRROR_PUSH',
        provider: 'github',
        repositoryName: 'pipelines',
        providerParameters: { ownerName: 'example' },
      },
    ],
  },
)
export const DryRunQuery = Type.Object({
  dryRun: Type.Boolean({
    default: false,
    description: 'Only check: nothing changes and the token stays valid',
  }),
})

export const DryRun = Type.Object({
  ready: Type.Boolean({ description: 'No check failed' }),
  checks: Type.Array(
    Type.Object({
      name: Type.String(),
      result: Type.Enum(['PASSED', 'FAILED', 'UNKNOWN']),
      detail: Type.String({ description: 'The finding, and how to correct it' }),
    }),
  ),
})

const Endpoint = Type.Object({ provider: ProviderName, repositoryName: Type.String() })
export const Migration = Type.Object({
  migrationId: Type.String({ format: 'uuid' }),
  status: Status,
  detail: Type.Optional(Type.String({ description: 'Phase and counts, or the cause of a failure' })),
  mode: Mode,
  source: Endpoint,
  target: Endpoint,
  startedBy: Type.String(),
  startedAt: Instant,
  finishedAt: Type.Optional(Instant),
})
export const MigrationPage = pageOf(Migration)
export const MigrationPath = Type.Object({
  ...ProjectPath.properties,
  migrationId: Type.String({ format: 'uuid' }),
})

export type NewMigration = Static<typeof NewMigration>
export type Migration = Static<typeof Migration>
export type DryRun = Static<typeof DryRun>
