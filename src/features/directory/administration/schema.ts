import Type, { type Static } from 'typebox'

export const DirectorySettings = Type.Object({
  enabled: Type.Boolean({ description: 'false: the SCIM interface refuses every request' }),
  requireMeta: Type.Boolean({ description: 'Whether a create must contain `meta`' }),
  acceptPasswords: Type.Boolean({
    description: 'Whether directory tokens may set passwords; otherwise a password that they send is ignored',
  }),
})
export const DirectorySettingsPatch = Type.Object(
  {
    enabled: Type.Optional(DirectorySettings.properties.enabled),
    requireMeta: Type.Optional(DirectorySettings.properties.requireMeta),
    acceptPasswords: Type.Optional(DirectorySettings.properties.acceptPasswords),
  },
  { additionalProperties: false },
)

const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const token = {
  id: Type.String({ format: 'uuid' }),
  name: Name,
  createdAt: Instant,
  createdBy: Type.String(),
  expiresAt: Instant,
  expiresSoon: Type.Boolean({ description: 'Within 30 days, or in the past' }),
  lastUsedAt: Type.Optional(Instant),
}
export const DirectoryToken = Type.Object(token)
export const CreatedDirectoryToken = Type.Object({
  ...token,
  token: Type.String({ description: 'Shown only once' }),
})
export const DirectoryTokens = Type.Object({ results: Type.Array(DirectoryToken) })
export const NewDirectoryToken = Type.Object(
  {
    name: Name,
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'A year ahead by default, two years at most' }),
    ),
  },
  { additionalProperties: false },
)
export const DirectoryReach = Type.Object(
  {
    reached: Type.Boolean({
      description:
        'Directory tokens see and change it, unless it holds an account role; what they create is so from the start',
    }),
  },
  { additionalProperties: false },
)
export const DirectoryReachPath = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of a user or a group' }),
})
export const DirectoryTokenPath = Type.Object({ id: Type.String({ format: 'uuid' }) })

export type DirectoryReach = Static<typeof DirectoryReach>
export type DirectorySettings = Static<typeof DirectorySettings>
export type DirectoryToken = Static<typeof DirectoryToken>
export type NewDirectoryToken = Static<typeof NewDirectoryToken>
