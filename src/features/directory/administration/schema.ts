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
export const DirectoryTokenPath = Type.Object({ id: Type.String({ format: 'uuid' }) })

export type DirectorySettings = Static<typeof DirectorySettings>
export type DirectoryToken = Static<typeof DirectoryToken>
export type NewDirectoryToken = Static<typeof NewDirectoryToken>
