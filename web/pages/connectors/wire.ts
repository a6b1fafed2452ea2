import type { operations } from '../../../openapi/types.generated.ts'

type Answer<O extends 'getCustomConnector' | 'getOAuth'> =
  operations[O]['responses'][200]['content']['application/json']

/** Short names for the API types that these pages use. */
export type Connector = Answer<'getCustomConnector'>
export type ConnectorChange = NonNullable<
  operations['updateCustomConnector']['requestBody']
>['content']['application/json']
export type ExportedConnector = NonNullable<
  operations['importCustomConnector']['requestBody']
>['content']['application/json']
export type Endpoint = Connector['endpoints'][number]
export type StructureField = NonNullable<Endpoint['response']['structure']>[number]
export type PaginationType = Endpoint['pagination']['type']
export type AuthenticationType = Endpoint['authentication']['type']
export type AddTo = NonNullable<Endpoint['authentication']['addTo']>
export type TestRequest = NonNullable<
  operations['testCustomConnectorEndpoint']['requestBody']
>['content']['application/json']
export type TestAnswer =
  operations['testCustomConnectorEndpoint']['responses'][200]['content']['application/json']
export type OAuth = Answer<'getOAuth'>
export type NewOAuth = NonNullable<operations['createOAuth']['requestBody']>['content']['application/json']

export const connectorsPath = '/v1/custom-connectors'
export const oauthsPath = '/v1/oauths'

/** The authentication types, as the editor names them. */
export const authenticationLabels: Readonly<Record<AuthenticationType, string>> = {
  NONE: 'None',
  BASIC: 'Basic Auth',
  BEARER_TOKEN: 'Bearer Token',
  API_KEY: 'API Key',
  OAUTH: 'OAuth',
}
