import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'

/** Wire shapes of decisions.md §5. */
export const WarehouseKind = Type.Enum([
  'SNOWFLAKE',
  'DATABRICKS',
  'REDSHIFT',
  'BIGQUERY',
  'DUCKDB',
  'POSTGRES',
  'MYSQL',
  'CLICKHOUSE',
])
export const AgentDeploymentType = Type.Enum(['HYBRID', 'FULL_SAAS'])
export const ReviewLevel = Type.Enum(['OFF', 'ERRORS', 'WARNINGS'])
const ReviewBeforeMerging = {
  ...ReviewLevel,
  description:
    'Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything ' +
    '(WARNINGS), or not (OFF, the default)',
}
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Description = Type.String({ maxLength: 2_000 })

export const Project = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  description: Type.String(),
  warehouse: WarehouseKind,
  agentDeploymentType: AgentDeploymentType,
  reviewBeforeMerging: ReviewBeforeMerging,
})
export const NewProject = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    warehouse: Type.Optional(WarehouseKind),
    agentDeploymentType: Type.Optional(AgentDeploymentType),
    reviewBeforeMerging: Type.Optional(ReviewBeforeMerging),
  },
  { additionalProperties: false },
)
export const ProjectPatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    reviewBeforeMerging: Type.Optional(ReviewBeforeMerging),
  },
  { additionalProperties: false },
)
export const CreatedProject = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  ...Project.properties,
})
export const ProjectPage = pageOf(Project)
export const ProjectPath = Type.Object({ projectId: Type.String({ format: 'uuid' }) })

export type Project = Static<typeof Project>
export type NewProject = Static<typeof NewProject>
export type ProjectPatch = Static<typeof ProjectPatch>
export type ReviewLevel = Static<typeof ReviewLevel>
export type WarehouseKind = Static<typeof WarehouseKind>
