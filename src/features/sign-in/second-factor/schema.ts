import Type, { type Static } from 'typebox'
import { Session } from '../schema.ts'

const Instant = Type.String({ format: 'date-time' })
const Password = Type.String({ minLength: 1, maxLength: 1_024 })
const TotpCode = Type.String({
  minLength: 6,
  maxLength: 12,
  description: 'Six-digit code of the authenticator app',
})

export const SecondFactor = Type.Object({
  enrolled: Type.Boolean(),
  enrolledAt: Type.Optional(Instant),
  recoveryCodesLeft: Type.Integer(),
  required: Type.Boolean({ description: 'Whether one is demanded, of this user or by the installation' }),
  requiredOfUser: Type.Boolean({ description: 'Whether one is demanded of this user in particular' }),
})
export const SecondFactorDemand = Type.Object(
  { required: Type.Boolean({ description: 'Demand one of this user, whatever the installation demands' }) },
  { additionalProperties: false },
)
export const Enrolment = Type.Object({
  secret: Type.String({ description: 'For apps that read no QR code; Base32' }),
  otpauthUri: Type.String({ description: 'For a QR code' }),
  expiresAt: Type.String({ format: 'date-time', description: 'Confirm the enrolment before' }),
})
export const RecoveryCodeList = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Each works once. Shown only once' }),
})
export const PasswordProof = Type.Object({ currentPassword: Password }, { additionalProperties: false })
export const NewCode = Type.Object({ code: TotpCode }, { additionalProperties: false })
export const AnyCode = Type.Object(
  { code: Type.String({ minLength: 6, maxLength: 64, description: 'Code of the app, or a recovery code' }) },
  { additionalProperties: false },
)
export const EnrolledSession = Type.Object({
  ...Session.properties,
  recoveryCodes: RecoveryCodeList.properties.recoveryCodes,
})
export const SecondFactorPolicy = Type.Enum(['OPTIONAL', 'ADMINISTRATORS', 'EVERYBODY'])
export const SignInSettings = Type.Object(
  {
    secondFactor: Type.Enum(['OPTIONAL', 'ADMINISTRATORS', 'EVERYBODY'], {
      description: 'Who must have a second factor to sign in with a password',
    }),
  },
  { additionalProperties: false },
)

export type SecondFactor = Static<typeof SecondFactor>
export type Enrolment = Static<typeof Enrolment>
export type SecondFactorPolicy = Static<typeof SecondFactorPolicy>
export type SignInSettings = Static<typeof SignInSettings>
