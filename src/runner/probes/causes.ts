import { errorText } from '../../lib/error-text.ts'
import { AddressRefused } from '../../lib/outgoing-http.ts'

/** What went wrong most often, in words, by the codes of Node, PostgreSQL and MySQL. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this host and port: check both, and that the server runs',
  ECONNRESET:
    'The server closed the connection: check that it expects this protocol, and whether it requires TLS',
  EHOSTUNREACH: 'The host cannot be reached from the runner: check the network between them',
  ENETUNREACH: 'The host cannot be reached from the runner: check the network between them',
  ETIMEDOUT: 'The host did not answer: check the host, the port, and firewalls on the way',
  ENOTFOUND: 'The host has no address: check its name',
  EAI_AGAIN: 'The name of the host could not be resolved: check the name, and the DNS server of the runner',
  '28P01': 'The user or the password is wrong',
  '28000': 'The server does not accept this user',
  '3D000': 'The database does not exist',
  '42501': 'The user lacks a permission',
  '53300': 'The server has no connection left',
  '57P03': 'The server is starting or stopping: try again in a moment',
  ER_ACCESS_DENIED_ERROR: 'The user or the password is wrong',
  ER_DBACCESS_DENIED_ERROR: 'The user may not use this database',
  ER_BAD_DB_ERROR: 'The database does not exist',
  HANDSHAKE_NO_SSL_SUPPORT: 'The server refuses TLS: turn it off for this connection, or on at the server',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is self-signed, and not accepted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another host',
}

/** By what is said where there is no code. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/i, 'The server refuses TLS: turn it off for this connection, or on at the server'],
  [/no pg_hba\.conf entry.*no encryption/i, 'The server may require TLS: turn it on for this connection'],
  [
    /timeout|timed out/i,
    'The host did not answer in time: check the host, the port, and firewalls on the way',
  ],
]

/** An error of a connection as a sentence that says what to do, followed by the server's own words. */
export function causeInWords(error: unknown): string {
  const chain = chainOf(error)
  const refused = chain.find((one) => one instanceof AddressRefused)
  if (refused !== undefined) return refused.message
  const said = errorText(error)
  const matched = patterns.find(([pattern]) => chain.some((one) => pattern.test(one.message)))
  const coded = chain.map(({ code = '' }) => sentences[code]).find((one) => one !== undefined)
  const sentence = matched?.[1] ?? coded
  // What the adapter advises further down says the same.
  return sentence === undefined ? said : `${sentence}. (${said.split('\n')[0]})`
}

type Coded = Error & { readonly code?: string }

/** The error, what it was caused by, and the parts of one that several attempts made. */
function chainOf(error: unknown): readonly Coded[] {
  if (!(error instanceof Error)) return []
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...parts.flatMap(chainOf), ...chainOf(error.cause)]
}
