import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { machineAdvice } from '../../../lib/error-text.ts'
import { percentDecoded } from '../../../lib/percent-encode.ts'
import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { Parameters } from '../../../pipeline/model.ts'
import { unchanged, versionOf } from '../../common/files/folder-store.ts'
import { partsOf, sourcePlace, targetPlace } from '../../common/files/local-path.ts'
import { removeAllLost, store } from '../../common/files/write-file.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import {
  type ReadingOptions,
  SourceTooLargeError,
  type Transferred,
} from '../../common/object-stores/reading.ts'
import { StoreError } from '../../common/object-stores/sender.ts'
import { storeKindOf } from '../../common/object-stores/target.ts'
import { upload } from '../../common/object-stores/upload.ts'
import { failure, success } from '../../common/outcome.ts'
import { component, type StepContext } from '../../component.ts'
import { type Download, download, type Login } from './download.ts'
import { openObject } from './open-object.ts'
import { declaration, settingsOf, timeoutRange } from './properties.ts'
import { isWebSource, settingFaults, type TransferSettings } from './settings.ts'

const CERTIFICATES_ARE_VALIDATED = [
  'Perform Certificate Validation is No, which this runner does not allow:',
  'give it the certificate of the authority in NODE_EXTRA_CA_CERTS, or set HEADRACE_ALLOW_UNVERIFIED_TLS=true',
].join(' ')
const DEFAULT_TIMEOUT_SECONDS = 3_600
/** An unexpectedly large file must not fill the runner's disk. */
export const MAX_TRANSFER_BYTES = 10 * 1024 ** 3

/** Copies the file whole or not at all, within its time and size. */
export const run = component(declaration, (context, parameters) =>
  transfer(context, settingsOf(parameters as Parameters), MAX_TRANSFER_BYTES),
)

/** `limit` in bytes, of what is read. Only an abort by the context's signal throws. */
export async function transfer(
  context: StepContext,
  settings: TransferSettings,
  limit: number,
): Promise<Outcome> {
  const { timeout } = settings
  const faults = [
    ...wholeNumberFault('Timeout (seconds)', timeout || '1', timeoutRange),
    ...settingFaults(settings),
  ]
  if (faults.length > 0) return failure(faults.join('. '))
  const seconds = Number(timeout || DEFAULT_TIMEOUT_SECONDS)
  const late = AbortSignal.timeout(seconds * 1_000)
  try {
    return await copy(context, settings, limit, AbortSignal.any([context.signal, late]))
  } catch (error) {
    context.signal.throwIfAborted()
    if (late.aborted) return failure(`The transfer did not finish within ${seconds} s`)
    if (error instanceof SourceTooLargeError) return failure(tooLarge(limit))
    if (error instanceof StoreError) return failure(error.message)
    return failure(`The transfer failed: ${reasonOf(error)}${machineAdvice(error)}`)
  }
}

async function copy(
  context: StepContext,
  settings: TransferSettings,
  limit: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const target = await targetOf(context, settings, signal)
  if ('fault' in target) return failure(target.fault)
  try {
    const source = await sourceOf(context, settings, signal)
    if ('fault' in source) return failure(source.fault)
    try {
      if ((source.bytes ?? 0) > limit) return failure(tooLarge(limit))
      const { read } = await target.write(source.open, { gzip: settings.gzips, mostBytes: limit, signal })
      return success(`${read} bytes from ${source.from} to ${target.shown}`, { byteCount: read })
    } finally {
      await source.discard()
    }
  } finally {
    await target.close()
  }
}

interface Target {
  readonly shown: string
  readonly write: (open: () => Readable, options: ReadingOptions) => Promise<Transferred>
  readonly close: () => Promise<void>
}

async function targetOf(
  context: StepContext,
  settings: TransferSettings,
  signal: AbortSignal,
): Promise<Target | { readonly fault: string }> {
  const kind = storeKindOf(settings.targetType)
  const name = nameOf(settings)
  if (name?.length === 0) return { fault: 'The source has no name: set a Target Object Name' }
  if (kind !== undefined) {
    if (name === undefined) return { fault: 'The Target Object Name leads out of the Target URL' }
    const object = await openObject(context, kind, { settings, name, signal })
    return {
      shown: object.shown,
      write: (open, options) => upload(open, object, options),
      close: async () => undefined,
    }
  }
  const folder = partsOf(settings.targetUrl)
  if (folder === undefined || name === undefined)
    return { fault: "The target leads out of the runner's folder of files" }
  const parts = [...folder, ...name]
  const place = await targetPlace(context.filesFolder, parts)
  if ('fault' in place) return place
  // Nobody may ever list this folder.
  await removeAllLost(dirname(place.path))
  return {
    shown: parts.join('/'),
    write: (open, options) => store(open, place.path, options),
    close: place.close,
  }
}

/**
 * The parts of the file's name below Target URL; undefined when they climb. A packed file says so in its
 * name, and one that is packed once more says so twice, unless the step names it.
 */
function nameOf({ sourceUrl, sourceType, targetName, gzips }: TransferSettings) {
  const name = partsOf(targetName)
  const source = partsOf(isWebSource(sourceType) ? pathIn(sourceUrl) : sourceUrl)
  if (name === undefined || source === undefined) return undefined
  const own = name.length > 0 ? name : source.slice(-1)
  const last = own.at(-1)
  if (last === undefined) return []
  const isNamed = name.length > 0 && last.endsWith('.gz')
  return [...own.slice(0, -1), gzips && !isNamed ? `${last}.gz` : last]
}

/** A path with a bare `%` is what it says. */
function pathIn(address: string): string {
  const { pathname } = new URL(address)
  return percentDecoded(pathname) ?? pathname
}

async function sourceOf(
  context: StepContext,
  settings: TransferSettings,
  signal: AbortSignal,
): Promise<Download> {
  const { sourceType, sourceUrl } = settings
  if (isWebSource(sourceType)) {
    const login = await loginOf(context, settings)
    if (login !== undefined && 'fault' in login) return login
    const fetcher = settings.validatesCertificates ? context.fetch : context.unverifiedFetch
    if (fetcher === undefined) return { fault: CERTIFICATES_ARE_VALIDATED }
    if (!settings.validatesCertificates)
      context.log(
        `Warning: anyone could impersonate ${new URL(sourceUrl).host}: its certificate is not validated`,
      )
    return download(new URL(sourceUrl), login, fetcher, signal)
  }
  const place = await sourcePlace(context.filesFolder, sourceUrl)
  if ('fault' in place) return place
  const { file } = place
  const stats = await file.stat()
  const changed = `"${sourceUrl}" was written to while it was copied: run the step again when it is complete`
  const bytes = () => unchanged(file, versionOf(stats), { signal, changed })
  return {
    open: () => Readable.from(bytes(), { objectMode: false }),
    bytes: stats.size,
    from: sourceUrl,
    discard: () => file.close(),
  }
}

async function loginOf(
  context: StepContext,
  { sourceUsername: user, sourcePassword: name }: TransferSettings,
): Promise<Login | { readonly fault: string } | undefined> {
  if (user === '' && name === '') return undefined
  const pass = name === '' ? '' : await context.secret(name)
  return pass === undefined ? { fault: `This runner has no secret named "${name}"` } : { user, pass }
}

const tooLarge = (limit: number): string =>
  `The file is larger than the ${limit} bytes that a transfer may have`

/** fetch says only "fetch failed"; the reason is its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
