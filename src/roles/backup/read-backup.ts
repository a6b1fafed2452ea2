import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { errorText } from '../../lib/error-text.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type ReadMember, readTar, TarError } from '../../lib/tar.ts'
import { BEGINNING, FORMAT, MANIFEST, MASTER_KEY, type Manifest } from './format.ts'

export interface CheckedBackup {
  readonly manifest: Manifest
  readonly masterKey: Buffer | undefined
}

const READ_BYTES = 1024 * 1024

/** Everything in a backup, in the order in which it was written. */
export async function* membersOf(file: string): AsyncGenerator<ReadMember> {
  const stream = createReadStream(file, { highWaterMark: READ_BYTES })
  try {
    yield* readTar(stream as AsyncIterable<Buffer>)
  } finally {
    stream.destroy()
  }
}

/**
 * Reads a backup to its end before anything is done with it. Throws `StartupError` when it is incomplete,
 * damaged or of another format.
 */
export async function checkBackup(file: string, onProgress: (text: string) => void): Promise<CheckedBackup> {
  return readAll(file, onProgress).catch((error: unknown) => {
    throw refusal(file, error)
  })
}

async function readAll(file: string, onProgress: (text: string) => void): Promise<CheckedBackup> {
  const hash = createHash('sha256')
  let masterKey: Buffer | undefined
  let manifest: Manifest | undefined
  let bytes = 0
  for await (const { path, size, body } of membersOf(file)) {
    if (bytes === 0 && path !== BEGINNING) throw new StartupError(`${file} is not a backup of Headrace.`)
    onProgress(`Checking: ${Math.floor(bytes / 1024 / 1024)} MiB read`)
    bytes += size + 1
    if (path === MANIFEST) {
      manifest = JSON.parse((await buffer(body)).toString('utf8')) as Manifest
      break
    }
    hash.update(`${path}\n${size}\n`)
    const kept: Buffer[] = []
    for await (const chunk of body) {
      hash.update(chunk)
      if (path === MASTER_KEY) kept.push(chunk)
    }
    if (path === MASTER_KEY) masterKey = Buffer.from(Buffer.concat(kept).toString('utf8').trim(), 'base64')
  }
  if (manifest === undefined)
    throw new StartupError(`The backup ${file} is incomplete: it was not written to its end.`)
  if (manifest.format !== FORMAT)
    throw new StartupError(
      `The backup ${file} has format ${manifest.format}, and this version reads ${FORMAT}.`,
    )
  if (manifest.sha256 !== hash.digest('hex'))
    throw new StartupError(`The backup ${file} is damaged: its checksum differs.`)
  return { manifest, masterKey }
}

function refusal(file: string, error: unknown): unknown {
  if (error instanceof TarError)
    return new StartupError(`The backup ${file} ${error.message}.`, { cause: error })
  if ((error as NodeJS.ErrnoException).syscall === undefined) return error
  return new StartupError(`The backup ${file} cannot be read: ${errorText(error)}`, { cause: error })
}
