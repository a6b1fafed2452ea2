import { withoutTrailing } from '../../lib/without-trailing.ts'
import type { Place } from '../asset-places.ts'
import { type FilePlace, isLocal } from './file-load/file-place.ts'
import { type StoreKind, storeKindOf } from './object-stores/target.ts'
import { tableName } from './sql.ts'

type TableParameters = Parameters<typeof tableName>[0]

/** The tables of these names, where the parameters place them; a list that a grid stands in for has none. */
export const tablePlaces = (parameters: TableParameters, ...names: readonly unknown[]): Place[] =>
  names
    .flat()
    .flatMap((name) =>
      typeof name === 'string' && name !== '' ? [{ table: tableName(parameters, name) }] : [],
    )

/** The same of one table, with the columns that are named. */
export const tableWithColumns = (
  parameters: TableParameters,
  name: string | undefined,
  columns: unknown,
): Place[] =>
  tablePlaces(parameters, name).map((place) =>
    Array.isArray(columns) && columns.length > 0 ? { ...place, columns: columns.map(String) } : place,
  )

/** Where a step's files are. `name` is what the step itself puts behind it. */
export function filePlaces(
  { kind, settings: { url }, connection, sftp }: FilePlace,
  ...name: string[]
): Place[] {
  const address = [withoutTrailing(url, '/'), ...name.filter((one) => one !== '')].join('/')
  if (url === '' && connection === '') return []
  if (sftp !== undefined) return [{ address: /^sftp:/i.test(url) ? address : `sftp://${address}` }]
  if (connection !== '' && !url.includes('://')) return [{ connection, path: address }]
  return [{ address: isLocal(url) ? address : storeAddress(kind, address) }]
}

const schemes = { S3: 's3://', AZURE: 'azure://', GCS: 'gs://' } as const

/** An address in a store; files leave the scheme out, or write that of the web for Azure. */
export const storeAddress = (kind: StoreKind, address: string): string =>
  address.includes('://')
    ? kind === 'AZURE'
      ? address.replace(/^https:/i, 'azure:')
      : address
    : `${schemes[kind]}${address.replace(/^\/+/, '')}`

/** An address of the kind that a parameter names: of a store, or of the runner's folder of files. */
export function namedAddress(kind: string, address: string, ...name: string[]): Place[] {
  const store = storeKindOf(kind)
  const whole = [withoutTrailing(address, '/'), ...name].filter((one) => one !== '').join('/')
  if (whole === '') return []
  if (store !== undefined) return [{ address: storeAddress(store, whole) }]
  if (/^https?$/i.test(kind)) return [{ address: whole }]
  return [{ address: whole.includes('://') ? whole : `file:///${whole.replace(/^\/+/, '')}` }]
}
