import Type, { type Static } from 'typebox'

const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Scopes = Type.Array(Type.Enum(['read', 'write']), {
  minItems: 1,
  maxItems: 2,
  description:
    'read: operations that change nothing; write: all others. Never more than the roles of the user',
})
const token = {
  id: Type.String({ format: 'uuid' }),
  name: Name,
  scopes: Scopes,
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Type.Optional(Instant),
}
export const PersonalToken = Type.Object(token)
export const CreatedPersonalToken = Type.Object({
  ...token,
  token: Type.String({ description: 'Shown only once' }),
})
export const PersonalTokens = Type.Object({ results: Type.Array(PersonalToken) })
export const NewPersonalToken = Type.Object(
  {
    name: Name,
    scopes: Scopes,
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: '90 days ahead by default, a year at most' }),
    ),
  },
  { additionalProperties: false },
)
export const PersonalTokenPath = Type.Object({ id: Type.String({ format: 'uuid' }) })

export type PersonalToken = Static<typeof PersonalToken>
export type NewPersonalToken = Static<typeof NewPersonalToken>
