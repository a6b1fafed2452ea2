import { Failure } from './failure.ts'

/** A readable message for what `fetch` throws when the server does not answer. */
export function unreachable(address: URL, error: unknown): Failure {
  return new Failure(`${address.origin} does not answer: ${reason(error)}.`, {
    hint: 'Is the server running? Start one with `headrace start`, or log in to another with `headrace login`.',
    cause: error,
  })
}

/** Why a redirect is not followed: `fetch` would send it without the credential, and a POST as a GET. */
export function redirected(address: URL, response: Response): Failure {
  const { origin, pathname } = new URL(response.headers.get('location') ?? '', address)
  const target = pathname === address.pathname ? origin : origin + pathname
  return new Failure(`${address.origin} redirects to ${target}: use that address.`, {
    status: response.status,
    hint: 'Log in to it with `headrace login`, or set HEADRACE_URL.',
  })
}

const wordsOfCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 s',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed (NODE_EXTRA_CA_CERTS names certificates to trust)',
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  return (code !== undefined ? wordsOfCode[code] : undefined) ?? (cause.message || code || 'unknown reason')
}
