import type { NewOAuth, OAuth } from '../wire.ts'

type AddTo = 'BODY' | 'QUERY_PARAMETER' | 'HEADER_PARAMETER'

export interface ParameterValues {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly addTo: AddTo
}

/**
 * The values of the form of an OAuth entry. The API never returns the secret of an entry, so it starts out
 * empty.
 */
export type OAuthValues = {
  name: string
  grantType: OAuth['grantType']
  clientId: string
  clientSecret: string
  accessTokenUrl: string
  authorizeUrl: string
  credentialsIn: OAuth['credentialsIn']
  tokenParameters: ParameterValues[]
  authParameters: ParameterValues[]
  allowedHosts: string[]
}

export const newParameter = (): ParameterValues => ({
  key: crypto.randomUUID(),
  name: '',
  value: '',
  addTo: 'BODY',
})

/** The form values of an existing entry, or of a new one. */
export const valuesOf = (oauth: OAuth | undefined): OAuthValues => ({
  name: oauth?.name ?? '',
  grantType: oauth?.grantType ?? 'CLIENT_CREDENTIALS',
  clientId: oauth?.clientId ?? '',
  clientSecret: '',
  accessTokenUrl: oauth?.accessTokenUrl ?? '',
  authorizeUrl: oauth?.authorizeUrl ?? '',
  credentialsIn: oauth?.credentialsIn ?? 'HEADER',
  tokenParameters: (oauth?.tokenParameters ?? []).map((one) => ({ ...newParameter(), ...one })),
  authParameters: (oauth?.authParameters ?? []).map((one) => ({ ...newParameter(), ...one })),
  allowedHosts: oauth?.allowedHosts ?? [],
})

/**
 * The body for the API: only the members of the grant type, and a secret only when the user entered one. An
 * empty list of hosts is sent as null, because leaving it out would keep the old one.
 */
export function bodyOf(values: OAuthValues): NewOAuth {
  const { name, grantType, clientId, clientSecret, accessTokenUrl, credentialsIn } = values
  return {
    name,
    grantType,
    clientId,
    accessTokenUrl,
    credentialsIn,
    ...(clientSecret !== '' && { clientSecret }),
    allowedHosts: values.allowedHosts.length === 0 ? null : values.allowedHosts,
    tokenParameters: values.tokenParameters.map(({ name, value, addTo }) => ({ name, value, addTo })),
    ...(grantType === 'AUTHORIZATION_CODE' && {
      authorizeUrl: values.authorizeUrl,
      authParameters: values.authParameters.map(({ name, value }) => ({ name, value })),
    }),
  }
}
