import { tlsFault } from '../lib/tls-fault.ts'
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
  const target = URL.parse(response.headers.get('location') ?? '', address.href)
  const { status } = response
  if (target === null || target.pathname !== address.pathname)
    return new Failure(
      `${address.href} redirects to ${target?.href ?? 'nowhere'}: no API of Headrace answers there.`,
      {
        status,
        hint: 'Log in to another address with `headrace login`, or set HEADRACE_URL.',
      },
    )
  return new Failure(`${address.origin} redirects to ${target.origin}: use that address.`, {
    status,
    hint: `Log in again with \`headrace login\`, or set HEADRACE_URL, with ${target.origin} in the place of ${address.origin}.`,
  })
}

const wordsOfCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 s',
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const refusal = cause.cause instanceof Error ? /^Proxy response \((\d+)\)/.exec(cause.cause.message) : null
  if (refusal !== null) return `the proxy that the environment names answered ${refusal[1]}`
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  const words = (code !== undefined ? wordsOfCode[code] : undefined) ?? tlsFault(cause, 'NODE_EXTRA_CA_CERTS')
  return words ?? (cause.message || code || 'unknown reason')
}
