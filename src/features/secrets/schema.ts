import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { matching } from '../../lib/patterns.ts'

const MAX_SECRET_CHARACTERS = 65_536

/** Also part of a file name and of a variable's name at runners, hence no other characters. */
const SecretName = Type.String({
  minLength: 1,
  maxLength: 255,
  ...matching(
    '^[A-Za-z0-9_][A-Za-z0-9_.-]*$',
    'must contain only letters, digits, _, . and -, and not begin with . or -',
  ),
  description: 'Unique in the project without regard to case',
})
const SecretValue = Type.String({ minLength: 1, maxLength: MAX_SECRET_CHARACTERS })
const Description = Type.String({ maxLength: 2_000 })

/** A secret as anyone sees it: its value never leaves. */
export const Secret = Type.Object({
  name: Type.String(),
  description: Type.String(),
  updatedAt: Type.String({ format: 'date-time' }),
  updatedBy: Type.String(),
})
export const NewSecret = Type.Object(
  { name: SecretName, value: SecretValue, description: Type.Optional(Description) },
  { additionalProperties: false },
)
export const SecretChange = Type.Object(
  { value: SecretValue, description: Type.Optional(Description) },
  { additionalProperties: false },
)
export const SecretPage = pageOf(Secret)
export const SecretsQuery = Type.Object({ ...PageQuery.properties, sort: sortBy(['name', 'updatedAt']) })
export const SecretPath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  secretName: SecretName,
})

export type Secret = Static<typeof Secret>
export type NewSecret = Static<typeof NewSecret>
export type SecretChange = Static<typeof SecretChange>
export type SecretSort = Static<typeof SecretsQuery>['sort']
