import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { OwnerId, UsableIn, WantedOwnerId } from '../ownership/schema.ts'

/** Wire shapes of decisions.md §12, OAuth entries. */

const Uuid = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Url = Type.String({ minLength: 1, maxLength: 8_000 })
const strict = { additionalProperties: false } as const

export const GrantType = Type.Enum(['CLIENT_CREDENTIALS', 'AUTHORIZATION_CODE'])
export const CredentialsIn = Type.Enum(['BODY', 'HEADER'])
export const OAuthStatus = Type.Enum(['PENDING_SETUP', 'AUTHORIZED'])

const ParameterName = Type.String({ minLength: 1, maxLength: 255 })
const ParameterValue = Type.String({ maxLength: 8_000 })
/** An extra parameter of the token request, in its body unless said otherwise. */
export const TokenParameter = Type.Object(
  {
    name: ParameterName,
    value: ParameterValue,
    addTo: Type.Optional(Type.Enum(['BODY', 'QUERY_PARAMETER', 'HEADER_PARAMETER'])),
  },
  strict,
)
/** An extra parameter of the address that users open. */
export const AuthParameter = Type.Object({ name: ParameterName, value: ParameterValue }, strict)

const AllowedHosts = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  maxItems: 100,
  description:
    'Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl',
})
const ClientId = Type.String({ minLength: 1, maxLength: 1_000 })
const configuration = {
  name: Name,
  grantType: GrantType,
  clientId: ClientId,
  accessTokenUrl: Url,
  authorizeUrl: Type.Optional(Url),
  credentialsIn: CredentialsIn,
  tokenParameters: Type.Optional(Type.Array(TokenParameter, { maxItems: 50 })),
  authParameters: Type.Optional(Type.Array(AuthParameter, { maxItems: 50 })),
  allowedHosts: Type.Optional(AllowedHosts),
}

/** An entry as anyone sees it: neither the client secret nor a token ever leaves. */
export const OAuth = Type.Object({
  oauthId: Uuid,
  projectId: Type.Optional(OwnerId),
  ...configuration,
  tokenParameters: Type.Array(TokenParameter),
  authParameters: Type.Array(AuthParameter),
  hasClientSecret: Type.Boolean(),
  status: OAuthStatus,
  redirectUri: Type.String({ description: 'To be registered at the authorization server' }),
  authorizedAt: Type.Optional({ ...Instant, description: 'When its token was fetched or last renewed' }),
  expiresAt: Type.Optional(Instant),
  fault: Type.Optional(Type.String({ description: 'Why the last attempt to fetch a token failed' })),
  createdAt: Instant,
})
export const NewOAuth = Type.Object(
  {
    ...configuration,
    projectId: Type.Optional(WantedOwnerId),
    credentialsIn: Type.Optional(CredentialsIn),
    clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000 })),
    allowedHosts: Type.Optional(Type.Union([AllowedHosts, Type.Null()])),
  },
  {
    ...strict,
    description:
      'On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that ' +
      'were not allowed before drop the token and need clientSecret again',
  },
)
/** An entry inside an exported connector. */
export const ExportedOAuth = Type.Object({ oauthId: Uuid, ...configuration }, strict)
export const OAuthPage = pageOf(OAuth)
export const OAuthQuery = Type.Object({ ...PageQuery.properties, ...UsableIn.properties })
export const OAuthPath = Type.Object({ oauthId: Uuid })
export const DeleteQuery = Type.Object({
  force: Type.Boolean({ default: false, description: 'Removes the entry from connectors that use it' }),
})
/** `authorizationUrl`: a person must open it. Without it the entry is AUTHORIZED already. */
export const Authorization = Type.Object({
  status: OAuthStatus,
  authorizationUrl: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Instant),
})
export const CallbackQuery = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 1_000 })),
})

export type OAuth = Static<typeof OAuth>
export type NewOAuth = Static<typeof NewOAuth>
export type ExportedOAuth = Static<typeof ExportedOAuth>
export type Authorization = Static<typeof Authorization>
export type TokenParameter = Static<typeof TokenParameter>
