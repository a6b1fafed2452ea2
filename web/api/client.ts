import { type Query, QueryClient } from '@tanstack/react-query'
import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueries from 'openapi-react-query'
import type { paths } from '../../openapi/types.generated.ts'
import { basePath } from './base.ts'
import { isGatewayFault, suspectConnection, whenBack } from './connection.ts'
import { explained, isProblem, sessionEnded } from './problem.ts'

let csrfToken: string | undefined

/**
 * The token that proves that a change comes from this page. It is sent with every request that changes
 * something.
 */
export function rememberCsrfToken(token: string | undefined): void {
  csrfToken = token
}

let signedOut = () => {}

/** `act` is called when the session has expired or was ended elsewhere. */
export function whenSignedOut(act: () => void): void {
  signedOut = act
}

/** Where 401 says that what was entered is wrong, and not that a session has ended. */
const signingIn: readonly string[] = [
  '/v1/session',
  '/v1/session/second-factor',
  '/v1/session/second-factor/enrolment',
]

const protection: Middleware = {
  onRequest({ request }) {
    if (csrfToken !== undefined && request.method !== 'GET') request.headers.set('x-csrf-token', csrfToken)
    return request
  },
  onError({ error }) {
    if (error instanceof TypeError) suspectConnection()
  },
  onResponse({ response, schemaPath }) {
    if (isGatewayFault(response.status)) suspectConnection()
    if (response.status !== 401 || signingIn.includes(schemaPath)) return explained(response)
    signedOut()
    return Response.json(sessionEnded, { status: 401 })
  },
}

/**
 * The public API, typed: `client.GET('/v1/projects', { params: { query: { page: 0 } } })`. Never throws a
 * problem.
 */
export const client = createFetchClient<paths>({ baseUrl: basePath, credentials: 'same-origin' })
client.use(protection)

/** The same as hooks: `api.useQuery('get', '/v1/projects', { params })`. Errors are problems. */
export const api = createQueries(client)

const FRESH_MS = 2_000
const RETRY_MS = 500

/** A rejected request would be rejected again, so only an unavailable server is retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network requests fail and say so, instead of waiting unseen.
      networkMode: 'always',
      staleTime: FRESH_MS,
      retryDelay: RETRY_MS,
      retry: (failures, error) => failures < 3 && (!isProblem(error) || error.status === 503),
    },
    // Mutations send passwords and return secrets: neither may stay in the cache once their form is gone.
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})

whenBack(() => void queryClient.refetchQueries({ type: 'active' }))

/**
 * Refetches every query whose path begins with one of `begins`, e.g. `/v1/projects/{projectId}/schedules`
 * after a change. Paths are templates, as the queries name them. Resolves when the new answers are there.
 */
export async function invalidate(...begins: string[]): Promise<void> {
  const isMeant = ({ queryKey }: Query) => begins.some((begin) => String(queryKey[1]).startsWith(begin))
  // Invalidation waits for a first answer that is on its way and takes it, although it may be older than the
  // change.
  const firstAsked = queryClient.getQueryCache().findAll({
    predicate: (query) =>
      isMeant(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching',
  })
  await queryClient.invalidateQueries({ predicate: isMeant })
  if (firstAsked.length === 0) return
  await queryClient.refetchQueries({ type: 'active', predicate: (query) => firstAsked.includes(query) })
}
