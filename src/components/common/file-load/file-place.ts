import type { FileContext } from '../../component.ts'
import { openFolder } from '../files/folder-store.ts'
import { partsOf } from '../files/local-path.ts'
import type { CredentialNames } from '../object-stores/access.ts'
import { type BucketSettings, namedConnection } from '../object-stores/bucket-access.ts'
import { openBucket } from '../object-stores/bucket-store.ts'
import type { FileStore } from '../object-stores/file-store.ts'
import { StoreError } from '../object-stores/sender.ts'
import {
  type PlaceLabels,
  type PlaceSettings,
  placeFaults,
  type StoreKind,
  storeKindOf,
} from '../object-stores/target.ts'
import { type SftpSettings, sftpFaults, sftpFolderOf } from '../sftp/sftp-place.ts'
import { openSftpFolder } from '../sftp/sftp-store.ts'
import { credentialNames, stated } from './load-properties.ts'

/** Where a step's files are: a bucket, the runner's folder of files, or a folder of an SFTP server. */
export interface FilePlace {
  readonly kind: StoreKind
  readonly settings: PlaceSettings
  readonly labels: PlaceLabels
  readonly credentials: CredentialNames
  /** Name of a connection of the project. Empty when the step states everything itself. */
  readonly connection: string
  /** In place of a bucket. */
  readonly sftp?: SftpSettings
}

/** `file:///orders` is a folder of the runner, in whatever component. */
export const isLocal = (url: string): boolean => /^file:/i.test(url)

/** What is wrong with a place, one sentence each. What is still an expression is not checked. */
export function filePlaceFaults(place: FilePlace): readonly string[] {
  const { kind, settings, labels, connection, sftp } = place
  const { url, endpoint, region } = settings
  if ([url, endpoint, region].some((text) => text.includes('${'))) return []
  if (sftp !== undefined) return sftpFaults(url, sftp, { label: labels.url, connection })
  if (isLocal(url))
    return partsOf(url) === undefined ? [`${labels.url} leads out of the runner's folder of files`] : []
  if (connection === '') return placeFaults(kind, settings, labels)
  const isSaidTwice = [endpoint, region, ...Object.values(place.credentials)].some((text) => text !== '')
  return [
    ...(isSaidTwice ? ['Connection provides the endpoint, the region and the keys: leave them out'] : []),
    // Without a bucket the address is a path in that of the connection.
    ...(url.includes('://') ? placeFaults(kind, settings, labels) : []),
    ...(url.split('/').includes('..') ? [`${labels.url} must not lead out of the bucket`] : []),
  ]
}

/** A place whose kind a parameter of the step names, and what is wrong with it, one sentence each. */
export function placeOfKind(
  parameters: Readonly<Record<string, unknown>>,
  {
    kind: said,
    url,
    readsSftp,
  }: { readonly kind: string; readonly url: string; readonly readsSftp?: boolean },
  labels: PlaceLabels & { readonly kind: string },
): { readonly place: FilePlace; readonly faults: readonly string[] } {
  const kind = storeKindOf(said)
  const isFolder = /^(local|file|folder)$/i.test(said)
  const isSftp = readsSftp === true && /^sftp$/i.test(said)
  const place: FilePlace = {
    kind: kind ?? 'S3',
    settings: {
      url: isFolder && !isLocal(url) ? `file:///${url}` : url,
      endpoint: stated(parameters['endpoint']),
      region: stated(parameters['region']),
    },
    labels,
    credentials: credentialNames(parameters),
    connection: stated(parameters['connection']),
    ...(isSftp && { sftp: sftpSettings(parameters) }),
  }
  if (kind !== undefined || isFolder || isSftp || said.includes('${'))
    return { place, faults: filePlaceFaults(place) }
  const known = `S3, Azure Blob Storage, Google Cloud Storage, ${readsSftp ? 'SFTP ' : ''}and of the runner (Local)`
  return { place, faults: [`${labels.kind} is "${said}"; files of ${known} can be read here`] }
}

/**
 * The value of a parameter, which files also write with the number of its variant: `storageUrl1`. Empty if
 * the file has neither.
 */
export function variantOf(parameters: Readonly<Record<string, unknown>>, key: string): string {
  const found = Object.keys(parameters).find(
    (one) => one.startsWith(key) && /^\d*$/.test(one.slice(key.length)) && stated(parameters[one]) !== '',
  )
  return found === undefined ? '' : stated(parameters[found])
}

const sftpSettings = (parameters: Readonly<Record<string, unknown>>): SftpSettings => ({
  username: stated(parameters['username']),
  password: stated(parameters['password']),
  key: stated(parameters['sftpKey']),
  passphrase: stated(parameters['sftpKeyPassphrase']),
  hostKey: stated(parameters['hostKey']),
  fromHome: /^yes$/i.test(stated(parameters['setHomeDirectoryAsRoot'])),
  depth: undefined,
})

/** The bucket of a place that is one. */
export const bucketSettings = ({ kind, settings, credentials, connection }: FilePlace): BucketSettings => ({
  kind,
  place: settings,
  credentials,
  connection,
})

/** `place` has no faults. Throws StoreError. */
export async function openPlace(context: FileContext, place: FilePlace): Promise<FileStore> {
  const { settings, connection: name, sftp } = place
  if (sftp !== undefined) {
    const connection = name === '' ? undefined : await namedConnection(context, name)
    if (connection !== undefined && connection.authProvider !== 'SFTP')
      throw new StoreError(
        `The connection "${name}" is of type ${connection.authProvider}; SFTP needs one of type SFTP`,
      )
    return openSftpFolder(await sftpFolderOf(context, { url: settings.url, sftp, connection }), context)
  }
  if (isLocal(settings.url)) return openFolder(context.filesFolder, settings.url, context.signal)
  return openBucket(context, bucketSettings(place))
}
