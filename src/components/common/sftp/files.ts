import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { StoreError } from '../object-stores/sender.ts'
import type { SftpSession } from './session.ts'

/** The codes of SFTP's answers that are told apart here. */
const END_OF_FILE = 1
const NO_SUCH_FILE = 2
const PERMISSION_DENIED = 3

const CHUNK_BYTES = 32 * 1024
/** Chunks that are asked for ahead, so that a distant server does not slow a transfer down. */
const READ_AHEAD = 16

/** What a folder has. */
export interface SftpEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other'
  readonly bytes: number
  readonly modified: Date
}

/** What is in a folder, some at a time: a server may have folders of a million files. Throws StoreError. */
export async function* entriesIn(
  { sftp, ask }: SftpSession,
  folder: string,
): AsyncGenerator<readonly SftpEntry[]> {
  const handle = await answered(folder, () => ask<Buffer>((done) => sftp.opendir(folder, done)))
  try {
    for (;;) {
      const page = await ask<FileEntryWithStats[]>((done) => sftp.readdir(handle as never, done)).catch(
        (error: unknown) => {
          if (codeOf(error) === END_OF_FILE) return undefined
          throw error
        },
      )
      if (page === undefined) return
      yield page.filter(({ filename }) => isName(filename)).map(entryOf)
    }
  } finally {
    closed(sftp, handle)
  }
}

/** The bytes of a file. Throws StoreError, also when it is not as `version` says it was. */
export async function* bytesOf(session: SftpSession, path: string, version: string): AsyncGenerator<Buffer> {
  const { sftp, ask } = session
  const handle = await answered(path, () => ask<Buffer>((done) => sftp.open(path, 'r', done)))
  const ahead: Promise<Buffer>[] = []
  try {
    const checkVersion = async () => {
      if (versionOf(await ask<Stats>((done) => sftp.fstat(handle, done))) !== version)
        throw new StoreError(`${path} changed since it was listed: run the step again`)
    }
    await checkVersion()
    for (let at = 0; ; ) {
      for (; ahead.length < READ_AHEAD; at += CHUNK_BYTES) {
        const chunk = chunkAt(session, handle, at)
        chunk.catch(() => undefined)
        ahead.push(chunk)
      }
      const chunk = await ahead.shift()!
      if (chunk.length > 0) yield chunk
      if (chunk.length < CHUNK_BYTES) break
    }
    // A file that was cut off or written to meanwhile would look complete.
    await checkVersion()
  } finally {
    closed(sftp, handle)
  }
}

/** A whole chunk, and less of it at the end of the file alone. */
async function chunkAt({ sftp, ask }: SftpSession, handle: Buffer, at: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let filled = 0
  while (filled < CHUNK_BYTES) {
    const bytes = await ask<number>((done) =>
      sftp.read(handle, chunk, filled, CHUNK_BYTES - filled, at + filled, done),
    )
    if (bytes === 0) break
    filled += bytes
  }
  return chunk.subarray(0, filled)
}

export const versionOf = ({ size, mtime }: Pick<Stats, 'size' | 'mtime'>): string => `${size}-${mtime}`

/** Nobody waits for it: the connection ends soon after. */
function closed(sftp: SFTPWrapper, handle: Buffer): void {
  try {
    sftp.close(handle, () => undefined)
  } catch {
    // The connection is over, and the handle with it.
  }
}

function entryOf({ filename, longname, attrs }: FileEntryWithStats): SftpEntry {
  return {
    name: filename,
    kind: kindOf(longname, attrs),
    bytes: attrs.size ?? 0,
    modified: new Date(attrs.mtime * 1000),
  }
}

/** A server need not say the mode; then the first letter of what `ls -l` would show does. */
function kindOf(longname: string, attrs: Stats): SftpEntry['kind'] {
  if (attrs.mode === undefined) return longname.startsWith('d') ? 'folder' : 'file'
  if (attrs.isDirectory()) return 'folder'
  return attrs.isFile() ? 'file' : 'other'
}

/** A server could name files so that they lead elsewhere. */
const isName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0')

const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code

/** Says what is wrong with `path` where the server says which kind of fault it is. */
async function answered<T>(path: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const code = codeOf(error)
    if (code === NO_SUCH_FILE) throw new StoreError(`The server has no "${path}"`)
    if (code === PERMISSION_DENIED) throw new StoreError(`The user may not read "${path}" on the server`)
    throw error
  }
}
