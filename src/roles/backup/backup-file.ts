import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type TarMember, tarEnd, tarHeader, tarPadding } from '../../lib/tar.ts'

/** A part is collected in memory, because its length stands before it. */
const PART_BYTES = 8 * 1024 * 1024

/** A backup that is being written. Its name appears when it is whole. */
export interface BackupFile {
  add(path: string, bytes: Buffer): Promise<void>
  /** Writes exactly the `size` of the member; a source that has fewer is filled with zeros. */
  addFile(member: TarMember, source: AsyncIterable<Buffer>): Promise<void>
  /** Writes a stream of unknown length in parts and answers how many. */
  addParts(nameOf: (part: number) => string, source: AsyncIterable<Buffer>): Promise<number>
  /** SHA-256 of the names, lengths and bytes of everything written until now. */
  sha256(): string
  bytes(): number
  finish(): Promise<void>
  /** Removes what was written. */
  discard(): Promise<void>
}

/** Throws `StartupError` when the name is taken or the file cannot be written. */
export async function createBackupFile(path: string): Promise<BackupFile> {
  if (await stat(path).catch(() => undefined))
    throw new StartupError(`${path} exists already; choose another name for the backup.`)
  const partial = `${path}.partial`
  // Left by an interrupted backup. A backup that is still being written loses its name and fails at its end.
  await writing(rm(partial, { force: true }))
  const file = await writing(open(partial, 'wx', 0o600))
  const hash = createHash('sha256')
  const now = new Date()
  let bytes = 0

  async function write(chunk: Buffer): Promise<void> {
    bytes += chunk.length
    await writing(writeAll(file, chunk))
  }

  async function writeContent(chunk: Buffer): Promise<void> {
    hash.update(chunk)
    await write(chunk)
  }

  async function begin(member: TarMember): Promise<void> {
    hash.update(`${member.path}\n${member.size}\n`)
    await write(tarHeader(member, now))
  }

  async function add(name: string, content: Buffer): Promise<void> {
    await begin({ path: name, size: content.length, mode: 0o600 })
    await writeContent(content)
    await write(tarPadding(content.length))
  }

  async function addFile(member: TarMember, source: AsyncIterable<Buffer>): Promise<void> {
    await begin(member)
    let left = member.size
    for await (const chunk of source) {
      await writeContent(chunk.subarray(0, left))
      left -= Math.min(left, chunk.length)
      if (left === 0) break
    }
    for (; left > 0; left -= Math.min(left, PART_BYTES))
      await writeContent(Buffer.alloc(Math.min(left, PART_BYTES)))
    await write(tarPadding(member.size))
  }

  async function addParts(nameOf: (part: number) => string, source: AsyncIterable<Buffer>): Promise<number> {
    let parts = 0
    for await (const part of inParts(source)) await add(nameOf(++parts), part)
    return parts
  }

  async function finish(): Promise<void> {
    await write(tarEnd)
    await writing(file.sync())
    if (!(await isNamed()))
      throw new StartupError(`Another backup was begun as ${path} meanwhile; this one is discarded.`)
    await rename(partial, path)
    await file.close()
    await using folder = await open(dirname(path))
    await folder.sync()
  }

  async function discard(): Promise<void> {
    const isOurs = await isNamed().catch(() => false)
    await file.close().catch(() => undefined)
    if (isOurs) await rm(partial, { force: true })
  }

  /** Whether the name is still that of this file. */
  async function isNamed(): Promise<boolean> {
    const [own, named] = await Promise.all([file.stat(), stat(partial).catch(() => undefined)])
    return named?.ino === own.ino && named.dev === own.dev
  }

  const sha256 = () => hash.copy().digest('hex')
  return { add, addFile, addParts, sha256, bytes: () => bytes, finish, discard }
}

/** Its disk may be full, or gone. */
async function writing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StartupError(`The backup cannot be written: ${errorText(error)}`, { cause: error })
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}
