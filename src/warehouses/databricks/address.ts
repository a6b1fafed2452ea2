import { isLoopbackHost } from '../../lib/addresses.ts'
import { WarehouseError } from '../warehouse-error.ts'

/** The address of a workspace, without a path. Throws WarehouseError for what is none. */
export function baseUrlOf(given: string): string {
  const url = URL.parse(/^https?:/i.test(given) ? given : `https://${given}`)
  if (url === null)
    throw new WarehouseError(
      `"${given}" is not the address of a Databricks workspace, such as https://dbc-a1b2c3d4-e5f6.cloud.databricks.com`,
    )
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname)) return url.origin
  throw new WarehouseError('Databricks requires https')
}
