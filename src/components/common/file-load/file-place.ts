import type { StepContext } from '../../component.ts'
import { openFolder } from '../files/folder-store.ts'
import { partsOf } from '../files/local-path.ts'
import type { CredentialNames } from '../object-stores/access.ts'
import { openBucket } from '../object-stores/bucket-store.ts'
import type { FileStore } from '../object-stores/file-store.ts'
import { type PlaceLabels, type PlaceSettings, placeFaults, type StoreKind } from '../object-stores/target.ts'

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

/** `place` has no faults. Throws StoreError. */
export async function openPlace(context: StepContext, place: FilePlace): Promise<FileStore> {
  const { kind, settings, credentials } = place
  if (isLocal(settings.url)) return openFolder(context.filesFolder, settings.url, context.signal)
  return openBucket(context, kind, { place: settings, credentials })
}
