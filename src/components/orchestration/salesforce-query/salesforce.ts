import { callService, jsonOf, member, ServiceError } from '../../common/service-call.ts'
import type { StepContext } from '../../component.ts'
import type { SalesforceField } from './soql.ts'

const TIMEOUT_MS = 120_000
const MAX_PAGE_BYTES = 256 * 1024 * 1024

export interface SalesforceOptions {
  /** Name or id of an OAuth entry. */
  readonly oauth: string
  /** Empty: Salesforce is asked where the organization is. */
  readonly instanceUrl: string
  readonly isSandbox: boolean
  readonly apiVersion: string
}

/** One page of a query. */
export interface SalesforcePage {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** The path of the next page; undefined: this is the last. */
  readonly next: string | undefined
}

/** The REST API of one organization. Every call throws ServiceError with what Salesforce says. */
export interface Salesforce {
  describe(object: string): Promise<readonly SalesforceField[]>
  query(soql: string): Promise<SalesforcePage>
  more(path: string): Promise<SalesforcePage>
}

/** Finds the organization and gets a token for it. Throws ServiceError. */
export async function openSalesforce(context: StepContext, options: SalesforceOptions): Promise<Salesforce> {
  const { apiVersion } = options
  const origin =
    options.instanceUrl === '' ? await instanceOf(context, options) : new URL(options.instanceUrl).origin
  const get = caller(context, options.oauth, origin)

  async function page(path: string): Promise<SalesforcePage> {
    const body = await get(path)
    const records = member(body, 'records')
    if (!Array.isArray(records)) throw new ServiceError(`${new URL(origin).host} answered no records`)
    const next = member(body, 'nextRecordsUrl')
    // Another host would get the token: only a path of this one is followed.
    return { records, next: typeof next === 'string' && /^\/(?!\/)/.test(next) ? next : undefined }
  }

  return {
    describe: async (object) => {
      const fields = member(await get(`/services/data/v${apiVersion}/sobjects/${object}/describe`), 'fields')
      return Array.isArray(fields) ? (fields as SalesforceField[]) : []
    },
    query: (soql) => page(`/services/data/v${apiVersion}/query?q=${encodeURIComponent(soql)}`),
    more: page,
  }
}

/** The address of the organization that a token is for. */
async function instanceOf(context: StepContext, { oauth, isSandbox }: SalesforceOptions): Promise<string> {
  const login = isSandbox ? 'https://test.salesforce.com' : 'https://login.salesforce.com'
  const user = await caller(context, oauth, login)('/services/oauth2/userinfo')
  const rest = member(member(user, 'urls'), 'rest')
  const url = typeof rest === 'string' ? URL.parse(rest) : null
  if (url?.protocol === 'https:' && url.hostname.endsWith('.salesforce.com')) return url.origin
  throw new ServiceError(
    `${new URL(login).host} does not say where the organization is: state it as "instanceUrl"`,
  )
}

function caller(context: StepContext, oauth: string, origin: string): (path: string) => Promise<unknown> {
  const { host } = new URL(origin)
  let token: string | undefined

  const send = (path: string) => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const options = { timeoutMs: TIMEOUT_MS, resendsUnanswered: true, maxBytes: MAX_PAGE_BYTES }
    return callService(context, () => ({ method: 'GET' as const, url: `${origin}${path}`, headers }), options)
  }

  /** Entries may be limited to certain hosts, and tokens may be over: the message says so. */
  async function renew(rejected?: string): Promise<void> {
    try {
      token = await context.oauthToken(oauth, host, rejected)
    } catch (error) {
      context.signal.throwIfAborted()
      throw new ServiceError((error as Error).message)
    }
  }

  return async (path) => {
    if (token === undefined) await renew()
    let answer = await send(path)
    if (answer.status === 401) {
      await renew(await digestOf(token ?? ''))
      answer = await send(path)
    }
    const body = jsonOf(answer.text)
    if (!answer.ok || body === undefined) throw new ServiceError(answer.shown)
    return body
  }
}

/** Names a token without telling it: SHA-256 in base64url. */
async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(token))
  return Buffer.from(digest).toString('base64url')
}
