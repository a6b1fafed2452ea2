import { createAuthorizedGet } from '../../common/authorized-get.ts'
import { member, ServiceError } from '../../common/service-call.ts'
import type { StepContext } from '../../component.ts'
import type { SalesforceField } from './soql.ts'

export interface SalesforceOptions {
  /** Name or id of an OAuth entry. */
  readonly oauth: string
  /** Empty: Salesforce is asked where the organization is. */
  readonly instanceUrl: string
  readonly isSandbox: boolean
  readonly apiVersion: string
  /** Told of the bytes of each answer of the organization. */
  readonly counted: (bytes: number) => void
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
  const get = caller(context, options.oauth, origin, options.counted)

  async function page(path: string): Promise<SalesforcePage> {
    const body = await get(path)
    const records = member(body, 'records')
    if (!Array.isArray(records)) throw new ServiceError(`${new URL(origin).host} did not answer with records`)
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
  throw new ServiceError(`${new URL(login).host} does not say where the organization is: set "instanceUrl"`)
}

const caller = (
  context: StepContext,
  oauth: string,
  origin: string,
  counted: (bytes: number) => void = () => undefined,
) =>
  createAuthorizedGet(context, {
    origin,
    counted,
    token: (host, rejected) => context.oauthToken(oauth, host, rejected),
  })
