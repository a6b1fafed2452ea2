import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'
import { matching } from '../../lib/patterns.ts'

/** Wire shapes of secret references (decisions.md §20), apart from those of secrets. */

const SecretReferenceName = Type.String({
  ...matching(
    '^[A-Za-z0-9_()-]{1,128}$',
    'must have 1 to 128 characters and contain only letters, digits, _, -, ( and )',
  ),
  description: 'Unique among the secrets and references of the project, without regard to case',
})
const SecretName = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: '\\S',
  description: 'Name of the secret at the runner',
  examples: ['orders-database'],
})
const SecretKey = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Member of a secret that is a JSON object; absent: all of the secret',
  examples: ['password'],
})
const AgentId = Type.String({
  format: 'uuid',
  description: 'A runner that has the secret. A note: the runner of each execution looks the secret up',
})
const AgentType = Type.Enum(['AWS', 'Azure', 'Matillion hosted'], {
  description: 'As programs send it; kept as given',
})
export const SecretReferenceType = Type.Enum(['PASSWORD'])

export const SecretReference = Type.Object({
  name: Type.String(),
  description: Type.String(),
  secretReferenceType: SecretReferenceType,
  secretName: SecretName,
  secretKey: Type.Optional(SecretKey),
  agentId: Type.Optional(AgentId),
  agentType: Type.Optional(AgentType),
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Type.String(),
})
export const NewSecretReference = Type.Object(
  {
    secretName: SecretName,
    secretKey: Type.Optional(SecretKey),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    secretReferenceType: Type.Optional(SecretReferenceType),
    agentId: Type.Optional(AgentId),
    agentType: Type.Optional(AgentType),
  },
  { additionalProperties: false },
)
export const SecretReferencePage = pageOf(SecretReference)
export const SecretReferencePath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  secretReferenceName: SecretReferenceName,
})

export type SecretReference = Static<typeof SecretReference>
export type NewSecretReference = Static<typeof NewSecretReference>
