import type { StepContext } from '../../component.ts'
import { openFolder } from '../files/folder-store.ts'
import { partsOf } from '../files/local-path.ts'
import type { CredentialNames } from '../object-stores/access.ts'
import { openBucket } from '../object-stores/bucket-store.ts'
import type { FileStore } from '../object-stores/file-store.ts'
import {
  type PlaceLabels,
  type PlaceSettings,
  placeFaults,
  type StoreKind,
  storeKindOf,
} from '../object-stores/target.ts'
import { credentialNames, stated } from './load-properties.ts'

/** Where a step's files are: a bucket, or the runner's folder of files. */
export interface FilePlace {
  readonly kind: StoreKind
  readonly settings: PlaceSettings
  readonly labels: PlaceLabels
  readonly credentials: CredentialNames
}

/** `file:///orders` is a folder of the runner, in whatever component. */
export const isLocal = (url: string): boolean => /^file:/i.test(url)

/** Why a place is none, one sentence each; what is still an expression is taken on trust. */
export function filePlaceFaults({ kind, settings, labels }: FilePlace): readonly string[] {
  const { url, endpoint, region } = settings
  if ([url, endpoint, region].some((text) => text.includes('${'))) return []
  if (!isLocal(url)) return placeFaults(kind, settings, labels)
  return partsOf(url) === undefined ? [`${labels.url} leads out of the runner's folder of files`] : []
}

/** A place whose kind a parameter of the step names, and what is wrong with it, one sentence each. */
export function placeOfKind(
  parameters: Readonly<Record<string, unknown>>,
  { kind: said, url }: { readonly kind: string; readonly url: string },
  labels: PlaceLabels & { readonly kind: string },
): { readonly place: FilePlace; readonly faults: readonly string[] } {
  const kind = storeKindOf(said)
  const isFolder = /^(local|file|folder)$/i.test(said)
  const place: FilePlace = {
    kind: kind ?? 'S3',
    settings: {
      url: isFolder && !isLocal(url) ? `file:///${url}` : url,
      endpoint: stated(parameters['endpoint']),
      region: stated(parameters['region']),
    },
    labels,
    credentials: credentialNames(parameters),
  }
  if (kind !== undefined || isFolder || said.includes('${')) return { place, faults: filePlaceFaults(place) }
  const known = 'S3, Azure Blob Storage, Google Cloud Storage and of the runner (Local)'
  return { place, faults: [`${labels.kind} is "${said}"; files of ${known} can be read here`] }
}

/** The value of a parameter, which files also write with the number of its variant: `storageUrl1`. Empty if the file has neither. */
export function variantOf(parameters: Readonly<Record<string, unknown>>, key: string): string {
  const found = Object.keys(parameters).find(
    (one) => one.startsWith(key) && /^\d*$/.test(one.slice(key.length)) && stated(parameters[one]) !== '',
  )
  return found === undefined ? '' : stated(parameters[found])
}

/** `place` has no faults. Throws StoreError. */
export async function openPlace(context: StepContext, place: FilePlace): Promise<FileStore> {
  const { kind, settings, credentials } = place
  if (isLocal(settings.url)) return openFolder(context.filesFolder, settings.url, context.signal)
  return openBucket(context, kind, { place: settings, credentials })
}
