import type { OAuth, TestRequest } from '../wire.ts'
import { type EndpointDraft, type Row, uriRowsOf } from './draft.ts'

/**
 * What a test needs besides the endpoint. It never leaves this page except with a test, and is not stored.
 */
export interface TestValues {
  readonly username: string
  readonly password: string
  readonly token: string
  readonly keyValue: string
  /** The entry that was chosen for testing. */
  readonly oauthId: string | undefined
  /** Values for configurable parameters, by the key of their row. */
  readonly given: Readonly<Record<string, string>>
}

export const noValues: TestValues = {
  username: '',
  password: '',
  token: '',
  keyValue: '',
  oauthId: undefined,
  given: {},
}

/**
 * The entry that a test authenticates with: the chosen one, otherwise the first that is authorized. Entries
 * pending setup have no token to test with.
 */
export function oauthForTest(
  { authentication }: EndpointDraft,
  chosen: string | undefined,
  oauths: readonly OAuth[],
): string | undefined {
  const usable = authentication.oauthIds.filter((id) =>
    oauths.some(({ oauthId, status }) => oauthId === id && status === 'AUTHORIZED'),
  )
  return usable.find((id) => id === chosen) ?? usable[0]
}

/** The body of a test of `endpoint`. */
export function testRequestOf(
  endpoint: EndpointDraft,
  values: TestValues,
  oauths: readonly OAuth[],
): TestRequest {
  const given = (rows: readonly Row[]) =>
    rows.flatMap(({ key, name, isConfigurable }) => {
      const value = values.given[key] ?? ''
      return isConfigurable && value !== '' ? [{ name, value }] : []
    })
  return {
    authentication: authenticationOf(endpoint, values, oauths),
    uriParameters: given(uriRowsOf(endpoint)),
    queryParameters: given(endpoint.queryRows),
    headerParameters: given(endpoint.headerRows),
  }
}

function authenticationOf(
  endpoint: EndpointDraft,
  values: TestValues,
  oauths: readonly OAuth[],
): TestRequest['authentication'] {
  const { type, keyName, addTo } = endpoint.authentication
  switch (type) {
    case 'NONE':
      return { type }
    case 'BASIC':
      return { type, username: values.username, password: values.password }
    case 'BEARER_TOKEN':
      return { type, token: values.token }
    case 'API_KEY':
      return { type, keyName, keyValue: values.keyValue, addTo }
    case 'OAUTH': {
      const oauthId = oauthForTest(endpoint, values.oauthId, oauths)
      return { type, ...(oauthId !== undefined && { oauthId }) }
    }
  }
}
