import { errorText } from '../lib/error-text.ts'
import { WarehouseError } from './warehouse-error.ts'

const ADVICE =
  'Check the address in the connection, and that proxies, firewalls and name servers let the runner reach it.'

/** How long a statement that was sent is asked for while nothing answers: it may be alive. */
export const PATIENCE_MS = 5 * 60_000

/** Answers of what is overloaded or starts, or of what stands in front of it. */
export const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** What did not answer, or answered that it cannot at the moment: it is worth asking again. */
export class AwayError extends WarehouseError {}

/** The error for a request to `who` that failed with `error`. */
export const awayError = (who: string, error: unknown): AwayError =>
  new AwayError(awayMessage(who, error), { cause: (error as Error).cause ?? error })

/** That `who` cannot be reached, why, and what to do. `fetch` hides the reason in the cause of its error. */
export function awayMessage(who: string, error: unknown, advice: string = ADVICE): string {
  const said = `${who} cannot be reached: ${reasonOf(causeOf(error))}`
  return isRefusedAddress(error) ? said : `${said}\n${advice}`
}

const unconnected = /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/
/** No certificate that is trusted, or no TLS at all. */
const untrusted = /CERT|^ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|.*HANDSHAKE.*)$/

const causeOf = (error: unknown): NodeJS.ErrnoException => Object((error as Error).cause ?? error)

/** Whether a request was not made because of where it would have gone. */
const isRefusedAddress = (error: unknown): boolean => causeOf(error).name === 'AddressRefused'

/** Whether a request could not be made, and the next one would not be either. */
export const isLasting = (error: unknown): boolean =>
  isRefusedAddress(error) || untrusted.test(causeOf(error).code ?? '')

/** Whether a request that failed was certainly not sent: there was no connection. */
export function isUnsent(error: unknown): boolean {
  const { code = '', message, syscall } = causeOf(error)
  const isMidway = syscall === 'read' || syscall === 'write'
  return isLasting(error) || message === 'bad port' || (unconnected.test(code) && !isMidway)
}

/** A name with several addresses has their reasons inside. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : errorText(error)
}
