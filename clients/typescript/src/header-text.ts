import type { Client } from 'openapi-fetch'

/** The same client, whose headers may be any text: what a header cannot hold is sent as RFC 8187 says. */
export function withHeaderText<Paths extends object>(client: Client<Paths>): Client<Paths> {
  type Call = (...given: unknown[]) => unknown
  const entries = Object.entries(client as unknown as Record<string, Call>)
  const wrapped = entries.map(([name, call]) => [name, (...given: unknown[]) => call(...given.map(sendable))])
  return Object.fromEntries(wrapped) as Client<Paths>
}

/** An argument of an operation; only the last one has headers. */
function sendable(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('headers' in argument)) return argument
  const { headers } = argument
  if (typeof headers !== 'object' || headers === null || headers instanceof Headers) return argument
  const encoded = Object.entries(headers).map(([name, value]) => [name, headerText(value)])
  return { ...argument, headers: Object.fromEntries(encoded) }
}

/** What of a text stays as it is: printable ASCII that does not look encoded. */
const plain = /^(?!utf-8')[\x20-\x7e]*$/i

const headerText = (value: unknown): unknown =>
  typeof value !== 'string' || plain.test(value) ? value : `UTF-8''${percentEncode(value)}`

/** Everything but letters, digits and `-._~`. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
