import Type, { type Static } from 'typebox'
import { AccountPermissions, AccountRole } from '../credentials/schema.ts'
import { authMethods } from './open-id/client-authentication.ts'

const Uuid = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Password = Type.String({ minLength: 1, maxLength: 1_024 })

export const Credentials = Type.Object(
  { userName: Type.String({ minLength: 1, maxLength: 512 }), password: Password },
  { additionalProperties: false },
)
export const PasswordChange = Type.Object(
  { currentPassword: Password, newPassword: Password },
  { additionalProperties: false },
)

/** Who is asking, and by what. */
export const Session = Type.Object({
  kind: Type.Enum(['CREDENTIAL', 'USER']),
  id: Uuid,
  name: Type.String(),
  accountRole: AccountRole,
  accountPermissions: AccountPermissions,
  csrfToken: Type.Optional(
    Type.String({ description: 'For the header X-CSRF-Token of every request that changes something' }),
  ),
  expiresAt: Type.Optional(Instant),
})
/** The password was right, and more is needed before there is a session. */
export const SecondFactorWanted = Type.Object({
  secondFactor: Type.Enum(['CODE', 'ENROLMENT'], {
    description:
      'CODE: POST /v1/session/second-factor. ENROLMENT: POST /v1/session/second-factor/enrolment first',
  }),
})
export const Sessions = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Uuid,
      method: Type.String({ description: 'password, or the name of an identity provider' }),
      address: Type.String(),
      userAgent: Type.String(),
      createdAt: Instant,
      lastUsedAt: Instant,
      expiresAt: Instant,
      current: Type.Boolean(),
    }),
  ),
})

const provider = {
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  issuer: Type.String({ minLength: 1, maxLength: 2_000, description: 'https, or http on loopback' }),
  clientId: Type.String({ minLength: 1, maxLength: 255 }),
  tokenEndpointAuthMethod: Type.Enum([...authMethods], {
    description:
      'How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves',
  }),
  scopes: Type.String({ minLength: 1, maxLength: 500 }),
  userNameClaim: Type.Enum(['email', 'preferred_username', 'upn'], {
    description: 'Compared with userName on the first sign-in; later the subject counts',
  }),
  justInTimeDomains: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    description: 'Users with a verified address in these domains are created on their first sign-in',
  }),
  signOutAtProvider: Type.Boolean({
    description:
      'Whether users who sign out here are led to the provider, to sign out there too; false by default',
  }),
}
export const IdentityProvider = Type.Object({
  id: Uuid,
  ...provider,
  redirectUri: Type.String({ description: 'To be registered at the provider' }),
  postLogoutRedirectUri: Type.String({
    description: 'To be registered at the provider for signOutAtProvider',
  }),
  backChannelLogoutUri: Type.String({
    description: 'Registered at the provider, it ends sessions here as soon as users sign out there',
  }),
  jwksUri: Type.Optional(
    Type.String({ description: 'With private_key_jwt: the public key, to be registered at the provider' }),
  ),
})
export const IdentityProviders = Type.Object({ results: Type.Array(IdentityProvider) })
export const NewIdentityProvider = Type.Object(
  {
    name: provider.name,
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
    tokenEndpointAuthMethod: Type.Optional(provider.tokenEndpointAuthMethod),
    scopes: Type.Optional(provider.scopes),
    userNameClaim: Type.Optional(provider.userNameClaim),
    justInTimeDomains: Type.Optional(provider.justInTimeDomains),
    signOutAtProvider: Type.Optional(provider.signOutAtProvider),
  },
  { additionalProperties: false },
)
/** The issuer stays: the users that are linked are known by what it calls them. */
export const IdentityProviderPatch = Type.Object(
  {
    name: Type.Optional(provider.name),
    clientId: Type.Optional(provider.clientId),
    clientSecret: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 1_024 }), Type.Null()], {
        description: 'null: none any more',
      }),
    ),
    tokenEndpointAuthMethod: Type.Optional(provider.tokenEndpointAuthMethod),
    scopes: Type.Optional(provider.scopes),
    userNameClaim: Type.Optional(provider.userNameClaim),
    justInTimeDomains: Type.Optional(provider.justInTimeDomains),
    signOutAtProvider: Type.Optional(provider.signOutAtProvider),
  },
  { additionalProperties: false },
)
export const SignedOut = Type.Object({
  signOutUrl: Type.String({
    description:
      'Lead the browser there: it signs out at the identity provider and comes back to the sign-in page',
  }),
})
/** Of OpenID Connect Back-Channel Logout 1.0; what else a provider sends is ignored. */
export const LogoutForm = Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: 16_384 }) })
/** Public keys (RFC 7517). */
export const ClientKeys = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) })
export const ProviderPath = Type.Object({ id: Uuid })
export const UserPath = Type.Object({ id: Uuid })
export const UserIdentities = Type.Object({
  results: Type.Array(
    Type.Object({
      providerId: Uuid,
      provider: Type.String({ description: 'Name of the identity provider' }),
      subject: Type.String({ description: 'Who the user is at the provider: the claim `sub`' }),
    }),
  ),
})
export const SignInOptions = Type.Object({
  password: Type.Boolean(),
  providers: Type.Array(Type.Object({ id: Uuid, name: Type.String(), url: Type.String() })),
})
export const StartQuery = Type.Object({ returnTo: Type.Optional(Type.String({ maxLength: 2_000 })) })

export type Credentials = Static<typeof Credentials>
export type PasswordChange = Static<typeof PasswordChange>
export type Session = Static<typeof Session>
export type IdentityProvider = Static<typeof IdentityProvider>
export type IdentityProviderPatch = Static<typeof IdentityProviderPatch>
export type NewIdentityProvider = Static<typeof NewIdentityProvider>
export type UserIdentities = Static<typeof UserIdentities>
