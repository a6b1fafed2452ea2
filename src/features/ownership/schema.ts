import Type, { type Static } from 'typebox'

const Uuid = Type.String({ format: 'uuid' })

/** The member of a connector or an OAuth entry that names its owner. */
export const OwnerId = Type.String({
  format: 'uuid',
  description: 'The project that owns it; absent for the installation',
})

/** The same where one is created. */
export const WantedOwnerId = Type.String({
  format: 'uuid',
  description:
    'The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the ' +
    'caller may create it',
})

const Owner = Type.Union([Uuid, Type.Null()], {
  description: 'The project that owns it; null is the installation',
})
const AllProjects = Type.Boolean({
  description: 'Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it',
})
const ProjectIds = Type.Array(Uuid, {
  maxItems: 1_000,
  description: 'Other projects that may use it; adding one needs the same permission in that project',
})

/** Who owns something and which other projects may use it. */
export const Sharing = Type.Object({ projectId: Owner, allProjects: AllProjects, projectIds: ProjectIds })
export const SharingChange = Type.Object(
  { projectId: Type.Optional(Owner), allProjects: AllProjects, projectIds: ProjectIds },
  { additionalProperties: false, description: 'An absent projectId keeps the owner' },
)

/** Of lists. */
export const UsableIn = Type.Object({
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only what this project owns or may use' }),
  ),
})

export type Sharing = Static<typeof Sharing>
export type SharingChange = Static<typeof SharingChange>
