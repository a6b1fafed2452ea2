import Type, { type Static } from 'typebox'
import { NamedPageQuery, PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import {
  AccountPermissions,
  AccountRole,
  EnvironmentAccessGrant,
  ProjectRoleGrant,
} from '../credentials/schema.ts'

const Uuid = Type.String({ format: 'uuid' })
const ProjectRole = Type.Enum(['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'])
const EnvironmentAccess = Type.Enum(['ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS'])

/** Whom roles are given to, as the user interface lists them. */
export const Principal = Type.Object({
  id: Uuid,
  kind: Type.Enum(['USER', 'GROUP']),
  name: Type.String(),
  active: Type.Boolean({ description: 'Always true for groups' }),
  accountRole: AccountRole,
})
export const PrincipalPage = pageOf(Principal)
export const PrincipalsQuery = Type.Object({
  ...NamedPageQuery.properties,
  sort: sortBy(['createdAt', 'name']),
})

/** Everything given to one user, group or API credential itself. */
export const Roles = Type.Object(
  {
    accountRole: AccountRole,
    accountPermissions: Type.Optional(AccountPermissions),
    projectRoles: Type.Array(ProjectRoleGrant, { maxItems: 1_000 }),
    environmentAccess: Type.Array(EnvironmentAccessGrant, { maxItems: 1_000 }),
  },
  { additionalProperties: false },
)

const From = Type.Array(Type.Object({ id: Uuid, kind: Type.Enum(['USER', 'GROUP']), name: Type.String() }), {
  description: 'The user or its groups that were granted this',
})
export const Permissions = Type.Object({
  userId: Uuid,
  active: Type.Boolean({ description: 'An inactive user has no permissions, whatever its roles' }),
  accountRole: AccountRole,
  accountRoleFrom: From,
  accountPermissions: AccountPermissions,
  projects: pageOf(
    Type.Object({
      projectId: Uuid,
      name: Type.String(),
      role: ProjectRole,
      roleFrom: From,
      permissions: Type.Array(Type.String()),
      environments: Type.Array(
        Type.Object({
          environmentName: Type.String(),
          access: EnvironmentAccess,
          because: Type.Enum(['PROJECT_ADMIN', 'GIVEN', 'DEFAULT'], {
            description: 'An administrator of the project; given by name; or the default of the environment',
          }),
          accessFrom: From,
          permissions: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
})

export const Member = Type.Object({
  id: Uuid,
  kind: Type.Enum(['USER', 'GROUP', 'CREDENTIAL']),
  name: Type.String(),
  role: ProjectRole,
})
export const MemberPage = pageOf(Member)
/** Who could be given a role, found by a part of the name. */
export const CandidatesQuery = Type.Object({
  ...PageQuery.properties,
  name: Type.Optional(
    Type.String({ maxLength: 255, description: 'A part of the name, without regard to case' }),
  ),
})
export const Candidate = Type.Object({
  id: Uuid,
  kind: Type.Enum(['USER', 'GROUP', 'CREDENTIAL']),
  name: Type.String(),
})
export const CandidatePage = pageOf(Candidate)
export const NewMember = Type.Object({ role: ProjectRole }, { additionalProperties: false })
export const EnvironmentMember = Type.Object({
  id: Uuid,
  kind: Type.Enum(['USER', 'GROUP', 'CREDENTIAL']),
  name: Type.String(),
  access: EnvironmentAccess,
})
export const EnvironmentMemberPage = pageOf(EnvironmentMember)
export const NewEnvironmentMember = Type.Object(
  { access: EnvironmentAccess },
  { additionalProperties: false },
)
export const EnvironmentMemberPath = Type.Object({
  projectId: Uuid,
  environmentName: Type.String({ minLength: 1 }),
  id: Uuid,
})
export const PrincipalPath = Type.Object({ id: Uuid })
export const MemberPath = Type.Object({ projectId: Uuid, id: Uuid })

export interface PrincipalsQuery extends Pick<Static<typeof PrincipalsQuery>, 'sort'> {
  readonly name?: string | undefined
}
export type Principal = Static<typeof Principal>
export type Roles = Static<typeof Roles>
export type Permissions = Static<typeof Permissions>
export type Member = Static<typeof Member>
export type Candidate = Static<typeof Candidate>
export type EnvironmentMember = Static<typeof EnvironmentMember>
export type ProjectPermissions = Permissions['projects']['results'][number]
export type From = Static<typeof From>
