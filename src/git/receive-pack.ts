import { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Refs } from './refs.ts'

/** One ref that a push changed: object ids, undefined for a created or deleted ref. */
export interface RefChange {
  /** Each byte of the name is one character, as in `Refs`. */
  readonly ref: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface WatchedPush {
  /** What the client sends goes through here to Git, unchanged. */
  readonly request: Transform
  /** What Git answers goes through here to the client, unchanged. */
  readonly answer: Transform
  /** The refs that Git reported as changed; undefined when it made no report. For when Git has ended. */
  changes(): readonly RefChange[] | undefined
}

/** A larger push is described by its first ones. */
const MAX_COMMANDS = 100_000

/**
 * Reads along what a push asks and what Git reports of it (gitprotocol-pack, "Reference Update Request"):
 * exact also when others push to the same repository meanwhile.
 *
 * @param encoding of the request, as HTTP names it
 */
export function watchPush(encoding: string | undefined): WatchedPush {
  const commands: RefChange[] = []
  const accepted = new Set<string>()
  let capabilities: readonly string[] = []
  let reported = false

  const readCommands = packets((packet) => {
    if (packet === undefined) return false // what follows is the pack
    const [line = '', offered] = packet.toString('latin1').replace(/\n$/, '').split('\0')
    if (offered !== undefined) capabilities = offered.split(' ')
    const [, before, after, ref] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.+)$/.exec(line) ?? []
    if (ref !== undefined) commands.push({ ref, before: objectId(before!), after: objectId(after!) })
    return commands.length < MAX_COMMANDS
  })
  const readReport = packets((packet) => {
    const line = packet?.toString('latin1').replace(/\n$/, '')
    if (line?.startsWith('unpack ')) reported = true
    if (line?.startsWith('ok ')) accepted.add(line.slice('ok '.length))
    return packet !== undefined
  })
  const readBands = packets((packet) => {
    if (packet?.[0] === 1) readReport(packet.subarray(1))
    return packet !== undefined
  })
  const isBanded = () => capabilities.some((name) => name === 'side-band' || name === 'side-band-64k')

  return {
    request: tap(/gzip/i.test(encoding ?? '') ? unzipped(readCommands) : readCommands),
    answer: tap((chunk) => (isBanded() ? readBands(chunk) : readReport(chunk))),
    changes: () => (reported ? commands.filter(({ ref }) => accepted.has(ref)) : undefined),
  }
}

/** The refs that changed between two listings, by whatever cause. */
export function changesBetween(before: Refs, after: Refs): RefChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((ref) => ({ ref, before: before.get(ref), after: after.get(ref) }))
    .filter((change) => change.before !== change.after)
}

/** The object id of only zeros means no object. */
const objectId = (text: string): string | undefined => (/^0+$/.test(text) ? undefined : text)

type Read = (chunk: Buffer) => void

/**
 * Cuts what it is given into packets (gitprotocol-common, "pkt-line"), undefined for a flush, as long as
 * `read` wants more.
 */
function packets(read: (packet: Buffer | undefined) => boolean): Read {
  let held = Buffer.alloc(0)
  let reading = true
  return (chunk) => {
    if (!reading) return
    held = Buffer.concat([held, chunk])
    while (reading && held.length >= 4) {
      const digits = held.toString('latin1', 0, 4)
      const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
      if (length !== undefined && held.length < length) return
      reading = length !== undefined && read(length < 4 ? undefined : held.subarray(4, length))
      held = held.subarray(Math.max(4, length ?? 0))
    }
    if (!reading) held = Buffer.alloc(0)
  }
}

function unzipped(read: Read): Read {
  const unzip = createGunzip().on('data', read)
  unzip.on('error', () => undefined) // Git says it to the client
  return (chunk) => void unzip.write(chunk)
}

/** Passes everything on and shows it to `read`. */
const tap = (read: Read): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read(chunk)
      done(null, chunk)
    },
  })
