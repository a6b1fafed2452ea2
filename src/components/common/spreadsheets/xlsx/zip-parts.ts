import { open as openFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ContentError } from '../../file-load/decode.ts'

/** A workbook has a few parts for each sheet, picture and chart. */
const MAX_PARTS = 50_000

/** The parts of a workbook by their names, in a file that is on disk. */
export interface ZipParts {
  has(name: string): boolean
  /**
   * The bytes of a part, unpacked. Throws ContentError for a part that is missing, damaged or has more than
   * `maxBytes`.
   */
  read(name: string, maxBytes: number): AsyncGenerator<Buffer>
  close(): void
}

/** Opens the packed file at `path`. Throws ContentError for anything else. */
export async function openParts(path: string): Promise<ZipParts> {
  await refuseOtherKinds(path)
  const zip = await openPromise(path, { autoClose: false }).catch(asContentError)
  try {
    const parts = await partsOf(zip)
    return {
      has: (name) => parts.has(keyOf(name)),
      read: (name, maxBytes) => bytesOf(zip, parts.get(keyOf(name)), { name, maxBytes }),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Names of parts do not differ by case alone (ECMA-376-2 §6.2.2). */
const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase()

async function partsOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_PARTS)
    throw new ContentError(`the workbook has ${zip.entryCount} parts, more than ${MAX_PARTS}`)
  const parts = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) parts.set(keyOf(entry.fileName), entry)
  } catch (error) {
    asContentError(error)
  }
  return parts
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** What people also call an Excel file, by how it begins. */
async function refuseOtherKinds(path: string): Promise<void> {
  const start = Buffer.alloc(4)
  await using file = await openFile(path)
  await file.read(start, 0, start.length, 0)
  if (start.equals(OLE))
    throw new ContentError(
      'the file is protected by a password, or of Excel 97 to 2003 (.xls): save it as .xlsx without a password',
    )
  if (start[0] !== 0x50 || start[1] !== 0x4b)
    throw new ContentError(
      'the file is not an Excel workbook (.xlsx); load CSV with "s3-load" and similar components',
    )
}

async function* bytesOf(
  zip: ZipFile,
  entry: Entry | undefined,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new ContentError(`the workbook lacks its part ${name}`)
  if (entry.isEncrypted()) throw new ContentError('the file is encrypted: save it without a password')
  // The size is what the file says of itself; reading fails when more arrives.
  if (entry.uncompressedSize > maxBytes)
    throw new ContentError(
      `${name} has ${entry.uncompressedSize} bytes when unpacked, more than the ${maxBytes} that are read of it`,
    )
  const stream = await zip.openReadStreamPromise(entry).catch(asContentError)
  let checksum = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    asContentError(error)
  } finally {
    stream.destroy()
  }
  if (checksum !== entry.crc32) throw new ContentError(`${name} is damaged: its checksum differs`)
}

function asContentError(error: unknown): never {
  throw new ContentError(`the file cannot be decompressed: ${(error as Error).message}`)
}
