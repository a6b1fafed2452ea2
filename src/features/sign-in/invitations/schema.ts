import Type, { type Static } from 'typebox'

const Instant = Type.String({ format: 'date-time' })
const Token = Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #' })

const invitation = {
  createdAt: Instant,
  createdBy: Type.String(),
  expiresAt: Instant,
  expired: Type.Boolean({ description: 'An expired one cannot be accepted; create another' }),
}
export const Invitation = Type.Object(invitation)
export const CreatedInvitation = Type.Object({
  ...invitation,
  invitationUrl: Type.String({ description: 'The link for the user; shown only once' }),
})
export const InvitationToken = Type.Object({ token: Token }, { additionalProperties: false })
export const InvitedUser = Type.Object({
  userName: Type.String(),
  name: Type.String({ description: 'Display name' }),
  expiresAt: Instant,
})
export const Acceptance = Type.Object(
  { token: Token, password: Type.String({ minLength: 1, maxLength: 1_024 }) },
  { additionalProperties: false },
)

export type Invitation = Static<typeof Invitation>
export type CreatedInvitation = Static<typeof CreatedInvitation>
export type InvitedUser = Static<typeof InvitedUser>
export type Acceptance = Static<typeof Acceptance>
