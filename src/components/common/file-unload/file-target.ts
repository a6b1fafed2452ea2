import { Readable } from 'node:stream'
import { machineAdvice } from '../../../lib/error-text.ts'
import type { StepContext } from '../../component.ts'
import { bucketSettings, isLocal } from '../file-load/file-place.ts'
import { openFolder } from '../files/folder-store.ts'
import { partsOf, targetPlace } from '../files/local-path.ts'
import { store } from '../files/write-file.ts'
import { bucketAccess } from '../object-stores/bucket-access.ts'
import type { FileStore } from '../object-stores/file-store.ts'
import { listObjects } from '../object-stores/listing.ts'
import { createSender } from '../object-stores/sender.ts'
import { targetOf } from '../object-stores/target.ts'
import { upload } from '../object-stores/upload.ts'
import { s3Headers, writtenObject } from '../object-stores/written-object.ts'
import { UnloadError } from './unload-error.ts'
import { MAX_FILE_BYTES, type UnloadSettings } from './unload-settings.ts'

/** A page of a thousand of the longest names. */
const MAX_LIST_BYTES = 16 * 1024 * 1024

type Bytes = () => AsyncGenerator<Buffer>

/**
 * Where files are written: a bucket, or a folder of the runner. All throw StoreError, UnloadError or the
 * signal's reason.
 */
export interface FileTarget {
  /** For messages: `s3://bucket/folder/data.csv`. */
  shown(name: string): string
  /** The names of files that begin with `prefix`, page by page. */
  list(prefix: string): AsyncGenerator<readonly string[]>
  /** Writes a file of this name whole, or leaves what was there. Resolves with the bytes that it has. */
  write(name: string, bytes: Bytes): Promise<number>
}

/** `settings` have no faults. Names are those below the step's folder. */
export const openTarget = (context: StepContext, settings: UnloadSettings): Promise<FileTarget> =>
  isLocal(settings.place.settings.url)
    ? Promise.resolve(openLocal(context, settings))
    : openBucket(context, settings)

function openLocal({ filesFolder, signal }: StepContext, settings: UnloadSettings): FileTarget {
  const folder = partsOf(settings.place.settings.url) ?? []
  const pathOf = (name: string) => [...folder, name].join('/')
  return {
    shown: pathOf,
    list: (prefix) => namesOf(openFolder(filesFolder, pathOf(prefix), signal).list(), pathOf('').length),
    async write(name, bytes) {
      const place = await targetPlace(filesFolder, pathOf(name).split('/'))
      if ('fault' in place) throw new UnloadError(place.fault)
      try {
        return (await store(opening(bytes), place.path, reading(settings, signal))).written
      } catch (error) {
        if (!isFolderFault(error)) throw error
        throw new UnloadError(`${pathOf(name)} could not be written: ${error.code}${machineAdvice(error)}`)
      } finally {
        await place.close()
      }
    },
  }
}

async function openBucket(context: StepContext, settings: UnloadSettings): Promise<FileTarget> {
  const { fetch, signal } = context
  const { bucket, sign, place } = await bucketAccess(context, bucketSettings(settings.place))
  const { encryption, kmsKeyId } = settings
  const headers = s3Headers({ accessControl: '', encryption, kmsKeyId })
  const folder = bucket.path.split('/').filter((part) => part !== '' && part !== '.')
  const keyOf = (name: string) => [...folder, name].join('/')
  const lister = createSender({ fetch, sign, signal, maxAnswerBytes: MAX_LIST_BYTES })
  return {
    shown: (name) => `${bucket.shown}/${keyOf(name)}`,
    list: (prefix) => namesOf(listObjects(lister, { ...bucket, path: keyOf(prefix) }), keyOf('').length),
    async write(name, bytes) {
      const object = writtenObject(targetOf(bucket.kind, place, name.split('/')), {
        fetch,
        sign,
        signal,
        headers,
      })
      return (await upload(opening(bytes), object, reading(settings, signal))).written
    },
  }
}

async function* namesOf(pages: ReturnType<FileStore['list']>, from: number) {
  for await (const page of pages) yield page.map(({ name }) => name.slice(from))
}

const opening = (bytes: Bytes) => () => Readable.from(bytes(), { objectMode: false })

const reading = ({ gzips, isSingle, maxFileBytes }: UnloadSettings, signal: AbortSignal) => ({
  gzip: gzips,
  mostBytes: isSingle ? maxFileBytes : MAX_FILE_BYTES,
  signal,
})

/** A full disk, or a folder that this program may not write. */
const isFolderFault = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error
