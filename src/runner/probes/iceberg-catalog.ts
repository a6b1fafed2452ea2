import { textUpTo } from '../../lib/text-up-to.ts'
import { awayMessage } from '../../warehouses/away.ts'
import type { IcebergCatalog } from '../../warehouses/lake/iceberg-catalog.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'

const SIGN_IN = 'Check the token or the OAuth client of the connection'
const UNKNOWN = 'Check the address and the name of the warehouse in the connection'
const advice: Readonly<Record<number, string>> = { 401: SIGN_IN, 403: SIGN_IN, 404: UNKNOWN }

/** Signs in to a catalog and asks for its warehouse, changing nothing. Throws WarehouseError. */
export async function reachIcebergCatalog(
  { url, warehouse, credentials }: IcebergCatalog,
  send: typeof fetch,
  signal: AbortSignal,
  mask: (secret: string) => void,
): Promise<string> {
  const ask = async (address: string, init: RequestInit) => {
    const who = `The Iceberg catalog at ${new URL(address).host}`
    const response = await send(address, { ...init, signal, redirect: 'manual' }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new WarehouseError(awayMessage(who, error), { cause: error })
    })
    const text = await textUpTo(response, 2_000)
    if (response.ok) return text
    const said = [`${who} answered HTTP ${response.status}: ${text}`, advice[response.status]]
    throw new WarehouseError(said.filter((line) => line !== undefined).join('\n'))
  }

  async function tokenOf(): Promise<string | undefined> {
    if (credentials === undefined || 'token' in credentials) return credentials?.token
    const { clientId, clientSecret, tokenUrl } = credentials
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'PRINCIPAL_ROLE:ALL' })
    const answer = await ask(tokenUrl, { method: 'POST', headers: { authorization }, body })
    const { access_token: token } = JSON.parse(answer) as { readonly access_token?: string }
    if (token !== undefined) mask(token)
    return token
  }

  const token = await tokenOf()
  const address = `${url.replace(/\/+$/, '')}/v1/config?${new URLSearchParams({ warehouse })}`
  await ask(address, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  return `The Iceberg catalog at ${new URL(url).host} has the warehouse ${warehouse}`
}
