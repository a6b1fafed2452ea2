import { WarehouseError } from '../warehouse-error.ts'

/** An object store with the files of a lake. Without an endpoint it is the service's own. */
export type LakeStore =
  | {
      readonly kind: 'S3'
      readonly region: string
      readonly endpoint?: string | undefined
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly sessionToken?: string | undefined
    }
  | {
      readonly kind: 'GCS'
      readonly endpoint?: string | undefined
      /** Of an HMAC key. */
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }
  | {
      readonly kind: 'AZURE'
      readonly account: string
      readonly endpoint?: string | undefined
      /** In base64, as the portal shows it. */
      readonly accountKey: string
    }

/** The credentials of an object store as a secret of DuckDB, and the host that it leads to. */
export interface StoreSecret {
  readonly hostname: string
  readonly type: 's3' | 'gcs' | 'azure'
  readonly values: Readonly<Record<string, string | undefined>>
}

/** Throws WarehouseError for an account key that is none. */
export function storeSecret(store: LakeStore): StoreSecret {
  if (store.kind === 'AZURE') return azureSecret(store)
  const { hostname, host, protocol } = new URL(store.endpoint ?? serviceOf(store))
  const isS3 = store.kind === 'S3'
  return {
    hostname,
    type: isS3 ? 's3' : 'gcs',
    values: {
      key_id: store.accessKeyId,
      secret: store.secretAccessKey,
      session_token: isS3 ? store.sessionToken : undefined,
      // The service has one for all buckets.
      region: isS3 ? store.region : 'auto',
      endpoint: host,
      use_ssl: String(protocol === 'https:'),
      url_style: isS3 && store.endpoint === undefined ? 'vhost' : 'path',
    },
  }
}

const serviceOf = (store: Exclude<LakeStore, { kind: 'AZURE' }>): string =>
  store.kind === 'GCS' ? 'https://storage.googleapis.com' : `https://s3.${store.region}.amazonaws.com`

/** A connection string is a list of settings, so a value must not have what stands between them. */
function azureSecret({ account, accountKey, endpoint }: Extract<LakeStore, { kind: 'AZURE' }>): StoreSecret {
  const url = new URL(endpoint ?? `https://${account}.blob.core.windows.net`)
  if (!/^[A-Za-z0-9+/]+=*$/.test(accountKey) || !/^[a-z0-9]+$/.test(account))
    throw new WarehouseError("The lake's storage account has small letters and digits, and a key in base64")
  const settings = {
    DefaultEndpointsProtocol: url.protocol.replace(':', ''),
    AccountName: account,
    AccountKey: accountKey,
    BlobEndpoint: url.href.replace(/\/+$/, ''),
  }
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return { hostname: url.hostname, type: 'azure', values: { connection_string: text.join(';') } }
}
