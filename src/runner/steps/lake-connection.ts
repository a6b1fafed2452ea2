import { join } from 'node:path'
import type { LakeConnection } from '../../warehouses/connection.ts'
import type { DatabaseName } from '../../warehouses/database-name.ts'
import type { LakeFormat } from '../../warehouses/lake/extensions.ts'
import type { IcebergCatalog } from '../../warehouses/lake/iceberg-catalog.ts'
import { scratchName } from '../../warehouses/lake/scratch.ts'
import type { LakeStore } from '../../warehouses/lake/stores.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { fileSafe } from './file-safe.ts'

/** What a connection of type LAKE is called, and the way it signs in to where its files are. */
interface LakeName {
  readonly name: string
  readonly authType: string
}

/** Where the runner keeps what belongs to a project. */
interface LakeLocation {
  readonly dataDir: string
  readonly project: string
  /** Folder whose files SQL may read and write. */
  readonly filesFolder: string
}

type Given = Readonly<Record<string, unknown>>

/**
 * A lake belongs to its connection and not to the environment: those that name the same one share its tables.
 */
export function lakeConnection(
  { name, authType }: LakeName,
  given: Given,
  { dataDir, project, filesFolder }: LakeLocation,
  names: { readonly databases: readonly DatabaseName[]; readonly functions: boolean },
): LakeConnection {
  const of = (key: string) => String(given[key])
  const catalog = {
    host: of('host'),
    port: Number(given['port']),
    database: of('database'),
    user: of('user'),
    password: optional(given, 'password'),
    ssl: given['ssl'] === true,
    schema: of('catalogSchema'),
  }
  const folder = join(dataDir, 'warehouse', project, 'lakes', fileSafe(name), fileSafe(catalog.schema))
  const store = storeOf(authType, given)
  return {
    type: 'LAKE',
    catalog,
    store,
    dataPath:
      store === undefined
        ? `${folder}/files/`
        : `${placeOf(store, given)}/${of('prefix').replace(/^\/+|\/+$/g, '')}/${fileSafe(catalog.schema)}/`,
    formats: lakeFormats(given),
    icebergCatalog: icebergCatalogOf(authType, given),
    scratch: join(folder, 'scratch', scratchName),
    schema: of('schema'),
    folders: [filesFolder],
    ...names,
  }
}

const FORMATS: readonly LakeFormat[] = ['iceberg', 'delta']

/** The formats that the properties of a connection name, beside the lake's own. */
export const lakeFormats = (properties: Given): readonly LakeFormat[] =>
  FORMATS.filter(
    (format) => properties[format] === true || (format === 'iceberg' && hasIcebergCatalog(properties)),
  )

const hasIcebergCatalog = (properties: Given): boolean =>
  optional(properties, 'icebergCatalogUrl') !== undefined

/**
 * The catalog of Iceberg tables that a connection names. Throws WarehouseError that lists what is missing.
 */
export function icebergCatalogOf(authType: string, given: Given): IcebergCatalog | undefined {
  const store = storeOf(authType, given)
  const url = optional(given, 'icebergCatalogUrl')
  if (url === undefined || store === undefined) return undefined
  const [warehouse, files] = [
    optional(given, 'icebergCatalogWarehouse'),
    optional(given, 'icebergCatalogFiles'),
  ]
  const [token, clientId, clientSecret] = [
    optional(given, 'icebergCatalogToken'),
    optional(given, 'icebergCatalogClientId'),
    optional(given, 'icebergCatalogClientSecret'),
  ]
  const faults = [
    warehouse === undefined && 'icebergCatalogWarehouse',
    files === undefined && 'icebergCatalogFiles',
    clientId !== undefined && clientSecret === undefined && 'icebergCatalogClientSecret',
    clientId === undefined && clientSecret !== undefined && 'icebergCatalogClientId',
  ].filter((fault) => fault !== false)
  if (warehouse === undefined || files === undefined || faults.length > 0)
    throw new WarehouseError(`With icebergCatalogUrl the connection also needs ${faults.join(', ')}`)
  const tokenUrl = optional(given, 'icebergCatalogTokenUrl') ?? `${url.replace(/\/+$/, '')}/v1/oauth/tokens`
  return {
    url,
    warehouse,
    files: `${placeOf(store, given)}/${files.replace(/^\/+|\/+$/g, '')}/`,
    credentials:
      clientId !== undefined && clientSecret !== undefined
        ? { clientId, clientSecret, tokenUrl }
        : token === undefined
          ? undefined
          : { token },
  }
}

const KINDS: Readonly<Record<string, LakeStore['kind']>> = {
  ACCESS_KEY: 'S3',
  HMAC_KEY: 'GCS',
  ACCOUNT_KEY: 'AZURE',
}

/** The object store that a way to sign in leads to; undefined for a folder. */
export const lakeStoreKind = (authType: string): LakeStore['kind'] | undefined => KINDS[authType]

function storeOf(authType: string, given: Given): LakeStore | undefined {
  const of = (key: string) => String(given[key])
  const kind = lakeStoreKind(authType)
  const endpoint = optional(given, 'endpoint')
  if (kind === undefined) return undefined
  if (kind === 'AZURE') return { kind, endpoint, account: of('account'), accountKey: of('accountKey') }
  const keys = { endpoint, accessKeyId: of('accessKeyId'), secretAccessKey: of('secretAccessKey') }
  if (kind === 'GCS') return { kind, ...keys }
  return { kind, ...keys, region: of('region'), sessionToken: optional(given, 'sessionToken') }
}

function placeOf({ kind }: LakeStore, given: Given): string {
  if (kind === 'AZURE') return `az://${given['container']}`
  return `${kind === 'S3' ? 's3' : 'gs'}://${given['bucket']}`
}

const optional = (given: Given, key: string): string | undefined =>
  typeof given[key] === 'string' ? given[key] : undefined
