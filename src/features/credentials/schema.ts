import Type, { type Static } from 'typebox'
import { NamedPageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'

/** Wire shapes of decisions.md §2. */
export const AccountRole = Type.Enum(['SUPER_ADMIN', 'USER'])
export const AccountPermissions = Type.Array(Type.Enum(['PROJECT_CREATOR']), {
  maxItems: 10,
  description: 'PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission',
})
export const ProjectRoleGrant = Type.Object(
  { projectId: Type.String({ format: 'uuid' }), role: Type.Enum(['ADMIN', 'CONTRIBUTOR', 'READ_ONLY']) },
  { additionalProperties: false },
)
export const EnvironmentAccessGrant = Type.Object(
  {
    projectId: Type.String({ format: 'uuid' }),
    environmentName: Type.String({ minLength: 1, maxLength: 255 }),
    access: Type.Enum(['ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS']),
  },
  { additionalProperties: false },
)

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })

export const NewApiCredential = Type.Object(
  {
    name: Name,
    accountRole: AccountRole,
    accountPermissions: Type.Optional(AccountPermissions),
    projectRoles: Type.Optional(Type.Array(ProjectRoleGrant, { maxItems: 1_000 })),
    environmentAccess: Type.Optional(Type.Array(EnvironmentAccessGrant, { maxItems: 1_000 })),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Deployment',
        accountRole: 'USER',
        projectRoles: [{ projectId: '3f0c8c0e-5d3a-4b7e-9c61-7a4d0f2b8e19', role: 'CONTRIBUTOR' }],
        environmentAccess: [
          {
            projectId: '3f0c8c0e-5d3a-4b7e-9c61-7a4d0f2b8e19',
            environmentName: 'Production',
            access: 'RUNNER',
          },
        ],
      },
    ],
  },
)

export const ApiCredentialPatch = Type.Object(
  {
    name: Type.Optional(Name),
    expiresAt: Type.Optional(
      Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'null: never' }),
    ),
  },
  { additionalProperties: false },
)

const credential = {
  clientId: Type.String(),
  name: Type.String(),
  accountRole: AccountRole,
  accountPermissions: AccountPermissions,
  projectRoles: Type.Array(ProjectRoleGrant),
  environmentAccess: Type.Array(EnvironmentAccessGrant),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  lastUsedAt: Type.Optional(Type.String({ format: 'date-time' })),
}
export const ApiCredential = Type.Object(credential)
export const CreatedApiCredential = Type.Object({
  ...credential,
  clientSecret: Type.String({ description: 'Shown only once' }),
})
export const ApiCredentialPage = pageOf(ApiCredential)
export const ApiCredentialsQuery = Type.Object({
  ...NamedPageQuery.properties,
  sort: sortBy(['createdAt', 'name', 'expiresAt']),
})
export const ApiCredentialPath = Type.Object({ clientId: Type.String({ maxLength: 255 }) })

export interface ApiCredentialsQuery extends Pick<Static<typeof ApiCredentialsQuery>, 'sort'> {
  readonly name?: string | undefined
}
export type NewApiCredential = Static<typeof NewApiCredential>
export type ApiCredentialPatch = Static<typeof ApiCredentialPatch>
export type ApiCredential = Static<typeof ApiCredential>
export type CreatedApiCredential = Static<typeof CreatedApiCredential>
