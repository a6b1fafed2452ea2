import Type, { type Static } from 'typebox'

/** RFC 6749 §4.4: the client may authenticate in the body or by HTTP Basic. */
export const TokenForm = Type.Object({
  grant_type: Type.Optional(Type.String({ description: 'client_credentials' })),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  audience: Type.Optional(Type.String({ description: 'Accepted and not needed' })),
  scope: Type.Optional(Type.String()),
})

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
  scope: Type.String(),
})

export const OAuthErrorBody = Type.Object({
  error: Type.String(),
  error_description: Type.String(),
})

/** RFC 8414. */
export const ServerMetadata = Type.Object({
  issuer: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  response_types_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  service_documentation: Type.String(),
})

export const KeySet = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

export type TokenForm = Static<typeof TokenForm>
export type TokenAnswer = Static<typeof TokenAnswer>
