import { isLoopbackHost } from '../../lib/addresses.ts'
import { WarehouseError } from '../warehouse-error.ts'

const DOMAIN = '.snowflakecomputing.com'

interface Account {
  /** `organization-account`, or the locator with its region. */
  readonly account: string
  /** Where it answers, unless that is the public address of the account. */
  readonly url?: string | undefined
}

/** Where requests of an account go. Throws WarehouseError for what is no address of one. */
export function baseUrlOf({ account, url }: Account): URL {
  if (url === undefined) {
    if (!/^[\w.-]+$/.test(account))
      throw new WarehouseError(
        `"${account}" is not a Snowflake account identifier: it looks like organization-account, as in its address`,
      )
    // Names of hosts have no underscores.
    const name = withoutDomain(account).toLowerCase().replaceAll('_', '-')
    return new URL(`https://${name}${DOMAIN}`)
  }
  const base = URL.parse(url)
  if (base === null) throw new WarehouseError(`"${url}" is not an address such as https://account${DOMAIN}`)
  if (base.protocol === 'https:' || (base.protocol === 'http:' && isLoopbackHost(base.hostname))) return base
  throw new WarehouseError(`Snowflake requires https, not ${base.protocol}//`)
}

/** As requests and tokens name it: without its region. */
export const accountName = ({ account }: Account): string =>
  withoutDomain(account).replace(/\..*$/, '').toUpperCase()

const withoutDomain = (account: string): string => account.replace(/\.snowflakecomputing\.(com|cn)$/i, '')
