import Type, { type Static } from 'typebox'

const Uuid = Type.String({ format: 'uuid' })
const Role = Type.Enum(['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'])
const Access = Type.Enum(['ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS'])

export const EffectiveMembersQuery = Type.Object({
  name: Type.Optional(
    Type.String({ maxLength: 255, description: 'Part of the name or user name, in any case' }),
  ),
  limit: Type.Integer({ minimum: 1, default: 25, description: 'Values above 100 are taken as 100' }),
  paginationToken: Type.Optional(Type.String({ description: '`more` of the previous page' })),
})

const through = {
  groupId: Type.Optional(Uuid),
  groupName: Type.Optional(
    Type.String({ description: 'The group that it was granted to; absent when direct' }),
  ),
  decides: Type.Boolean({ description: 'False when another source is stronger or takes precedence' }),
}
const identity = {
  id: Uuid,
  kind: Type.Enum(['USER', 'CREDENTIAL']),
  name: Type.String(),
}
const More = Type.Optional(Type.String({ description: 'Send it as `paginationToken` for the next page' }))

const RoleSource = Type.Object({
  kind: Type.Enum(['DIRECT', 'GROUP', 'ACCOUNT_ADMINISTRATOR']),
  role: Role,
  ...through,
})
const EffectiveMember = Type.Object({
  ...identity,
  role: Role,
  sources: Type.Array(RoleSource, { description: 'Every grant of a role, the deciding ones first' }),
})
export const EffectiveMemberPage = Type.Object({ results: Type.Array(EffectiveMember), more: More })

const AccessSource = Type.Object({
  kind: Type.Enum(['DIRECT', 'GROUP', 'DEFAULT', 'PROJECT_ADMINISTRATOR', 'ACCOUNT_ADMINISTRATOR'], {
    description: 'DEFAULT: nothing was granted, so the default of the environment applies',
  }),
  access: Access,
  ...through,
})
const EffectiveEnvironmentMember = Type.Object({
  ...identity,
  role: Role,
  access: Access,
  sources: Type.Array(AccessSource, { description: 'Every source of access, the deciding ones first' }),
})
export const EffectiveEnvironmentMemberPage = Type.Object({
  results: Type.Array(EffectiveEnvironmentMember),
  more: More,
})

export type EffectiveMembersQuery = Static<typeof EffectiveMembersQuery>
export type EffectiveMember = Static<typeof EffectiveMember>
export type EffectiveEnvironmentMember = Static<typeof EffectiveEnvironmentMember>
