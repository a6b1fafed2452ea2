/** The part of the tar format (POSIX pax) that backups use: plain files, names and sizes of any length. */

const BLOCK = 512
const MAX_PLAIN_SIZE = 0o77777777777
const MAX_PLAIN_PATH = 100
const NS_DIGITS = 9

export interface TarMember {
  readonly path: string
  readonly size: number
  /** Permission bits. */
  readonly mode: number
  /**
   * When its content changed last, in nanoseconds since 1970; without it the file is as old as the archive.
   */
  readonly modifiedNs?: bigint | undefined
}

export interface ReadMember extends TarMember {
  /** To be read to its end before the next member is. */
  readonly body: AsyncIterable<Buffer>
}

/** What stands before the bytes of a file. */
export function tarHeader({ path, size, mode, modifiedNs }: TarMember, modifiedAt: Date): Buffer {
  const hasPlainName = Buffer.byteLength(path) <= MAX_PLAIN_PATH && /^[ -~]*$/.test(path)
  if (hasPlainName && size <= MAX_PLAIN_SIZE && modifiedNs === undefined)
    return block({ path, size, mode }, '0', modifiedAt)
  const mtime = modifiedNs === undefined ? '' : record('mtime', secondsOf(modifiedNs))
  const records = Buffer.from(`${record('path', path)}${record('size', String(size))}${mtime}`)
  return Buffer.concat([
    block({ path: 'pax', size: records.length, mode }, 'x', modifiedAt),
    records,
    tarPadding(records.length),
    block({ path: 'see-pax', size: Math.min(size, MAX_PLAIN_SIZE), mode }, '0', modifiedAt),
  ])
}

/** What stands after the bytes of a file of that size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK)

/** A record of a pax header, which begins with its own length. */
function record(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

/** `-1.500000000`: all digits, because a double holds too few. */
function secondsOf(ns: bigint): string {
  const digits = String(ns < 0n ? -ns : ns).padStart(NS_DIGITS + 1, '0')
  return `${ns < 0n ? '-' : ''}${digits.slice(0, -NS_DIGITS)}.${digits.slice(-NS_DIGITS)}`
}

function nsOf(seconds: string): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(seconds) ?? []
  if (whole === '') return undefined
  const ns = BigInt(`${whole}${fraction.slice(0, NS_DIGITS).padEnd(NS_DIGITS, '0')}`)
  return sign === '-' ? -ns : ns
}

function block({ path, size, mode }: TarMember, type: string, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(path, 0, 'latin1')
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 12)
  header.write(' '.repeat(8), 148, 'latin1')
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

const checksum = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

/** The source is no tar file, or ends in the middle of one. */
export class TarError extends Error {
  override readonly name = 'TarError'
}

/** Reads members in order. Throws `TarError`. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ReadMember> {
  const bytes = new ByteReader(source)
  let pax: Partial<TarMember> = {}
  for (;;) {
    const header = await bytes.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const member = parseHeader(header)
    if (member.type === 'x') {
      pax = parsePax(await bytes.exactly(member.size))
      await bytes.exactly(tarPadding(member.size).length)
      continue
    }
    if (member.type !== '0') throw new TarError('contains something other than files')
    const { path, size, modifiedNs } = { path: member.path, size: member.size, ...pax }
    const { mode } = member
    pax = {}
    const body = bytes.take(size)
    yield { path, size, mode, modifiedNs, body }
    for await (const _ of body) void _ // what the reader left
    await bytes.exactly(tarPadding(size).length)
  }
}

function parseHeader(header: Buffer) {
  const text = (at: number, length: number) => header.toString('latin1', at, at + length).split('\0', 1)[0]!
  const octal = (at: number, length: number) => Number.parseInt(text(at, length), 8)
  const expected = octal(148, 8)
  const blanked = Buffer.from(header)
  blanked.write(' '.repeat(8), 148, 'latin1')
  if (checksum(blanked) !== expected) throw new TarError('is not a tar file, or is damaged')
  return {
    path: text(0, 100),
    size: octal(124, 12),
    mode: octal(100, 8),
    type: text(156, 1),
  }
}

function parsePax(records: Buffer): Partial<TarMember> {
  let pax: Partial<TarMember> = {}
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString('latin1', at, records.indexOf(' ', at)), 10)
    if (!(length > 0)) throw new TarError('has a damaged header')
    const [, key, value = ''] = /^\d+ (\w+)=(.*)\n$/s.exec(records.toString('utf8', at, at + length)) ?? []
    if (key === 'path') pax = { ...pax, path: value }
    if (key === 'size') pax = { ...pax, size: Number(value) }
    if (key === 'mtime') pax = { ...pax, modifiedNs: nsOf(value) }
    at += length
  }
  return pax
}

/** Cuts a stream of chunks of any size at given lengths. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #some(): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) throw new TarError('ends too early')
      this.#rest = value
    }
    return this.#rest
  }

  async exactly(length: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.take(length)))
  }

  async *take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const some = await this.#some()
      const piece = some.subarray(0, left)
      this.#rest = some.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}
