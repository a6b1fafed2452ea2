import { parseWritten } from '../../../lib/written-json.ts'
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

type SalesforceRecord = Readonly<Record<string, unknown>>

/** One page of a query. */
export interface SalesforcePage {
  /** As `parseWritten` makes them, with all records of their subqueries. */
  readonly records: readonly SalesforceRecord[]
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

  const { host } = new URL(origin)

  const page = async (path: string) => pageOf(await get(path, writtenOf))

  async function pageOf(list: unknown): Promise<SalesforcePage> {
    const found = member(list, 'records')
    if (!Array.isArray(found)) throw new ServiceError(`${host} did not answer with records`)
    const next = member(list, 'nextRecordsUrl') ?? undefined
    // Another host would get the token: only a path of this one is followed.
    const isPath = typeof next === 'string' && /^\/(?!\/)/.test(next)
    if (!isPath && (next !== undefined || member(list, 'done') === false))
      throw new ServiceError(`${host} has more records, and does not say under which path`)
    const records: SalesforceRecord[] = []
    for (const record of found) records.push(await completed(record))
    return { records, next: isPath ? next : undefined }
  }

  /** With all records of its subqueries: of many, a page has the first ones. */
  async function completed(record: SalesforceRecord): Promise<SalesforceRecord> {
    const lists = Object.entries(record).filter(([, value]) => Array.isArray(member(value, 'records')))
    if (lists.length === 0) return record
    const whole: Record<string, unknown> = { ...record }
    for (const [name, list] of lists) {
      const { nextRecordsUrl: _, ...rest } = list as SalesforceRecord
      const records: SalesforceRecord[] = []
      for (let one = await pageOf(list); ; one = await page(one.next)) {
        records.push(...one.records)
        if (one.next === undefined) break
      }
      whole[name] = { ...rest, done: true, records }
    }
    return whole
  }

  return {
    describe: async (object) => {
      const fields = member(await get(`/services/data/v${apiVersion}/sobjects/${object}/describe`), 'fields')
      return Array.isArray(fields) ? (fields as SalesforceField[]) : []
    },
    query: (soql) => page(queryPath(apiVersion, soql)),
    more: page,
  }
}

/** Salesforce reads no longer address. */
const MAX_ADDRESS_BYTES = 16_384

/** Commas stay as they are: a query of all fields has hundreds. */
function queryPath(apiVersion: string, soql: string): string {
  const path = `/services/data/v${apiVersion}/query?q=${encodeURIComponent(soql).replaceAll('%2C', ',')}`
  if (path.length <= MAX_ADDRESS_BYTES) return path
  throw new ServiceError(
    `The query takes ${path.length} bytes of an address, and Salesforce reads ${MAX_ADDRESS_BYTES}: choose fewer fields in Data Selection ` +
      '("dataSelection"), or shorten Query ("sqlQuery")',
  )
}

function writtenOf(text: string): unknown {
  try {
    return parseWritten(text)
  } catch {
    return undefined
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
