import { errorText } from '../lib/error-text.ts'

const ADVICE =
  'Check the address in the connection, and that proxies, firewalls and name servers let the runner reach it.'

/** That `who` cannot be reached, why, and what to do. `fetch` hides the reason in the cause of its error. */
export function awayMessage(who: string, error: unknown, advice: string = ADVICE): string {
  const cause = (error as Error).cause ?? error
  const said = `${who} cannot be reached: ${reasonOf(cause)}`
  return Object(cause).name === 'AddressRefused' ? said : `${said}\n${advice}`
}

const unconnected =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_(?:SSL|TLS)_.*|.*CERT.*)$/

/** Whether a request that failed was certainly not sent: there was no connection. */
export function isUnsent(error: unknown): boolean {
  const { code, name, message } = Object((error as Error).cause ?? error) as NodeJS.ErrnoException
  return name === 'AddressRefused' || message === 'bad port' || unconnected.test(code ?? '')
}

/** A name with several addresses has their reasons inside. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : errorText(error)
}
