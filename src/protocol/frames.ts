import Type, { type Static } from 'typebox'
import { compiled } from './compiled.ts'
import { FromRunner, MAX_FRAME_BYTES, type Report, ToRunner } from './messages.ts'
import { Nat, Uuid } from './shapes.ts'

/** What arrived is not a frame of this protocol. The connection can no longer be trusted. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/**
 * A report that does not fit this protocol. Its execution cannot go on, and all others can: the runner would
 * send it again over each connection.
 */
type UnfitReport = Static<typeof Numbered> & { readonly kind: 'unfit'; readonly reason: string }
/** A report as it arrived. */
export type ReadReport = Report | UnfitReport
const Numbered = Type.Object({ root: Uuid, n: Nat })

const fromRunner = compiled(FromRunner)
const toRunner = compiled(ToRunner)
const numbered = compiled(Numbered)

/**
 * The messages of a frame that a runner sent. Throws FrameError that names the first invalid message which is
 * no report.
 */
export const readFromRunner = (text: string): (FromRunner | UnfitReport)[] =>
  read<FromRunner | UnfitReport>(text, fromRunner(), unfitReport)

/** The messages of a frame that the API sent. Throws FrameError that names the first invalid message. */
export const readToRunner = (text: string): ToRunner[] => read<ToRunner>(text, toRunner(), refuse)

interface Checker {
  Check(value: unknown): boolean
}

function read<T>(text: string, checker: Checker, unfit: (message: unknown) => T): T[] {
  const messages: unknown = parse(text)
  if (!Array.isArray(messages)) throw new FrameError('A frame must be a JSON array of messages')
  return messages.map((message: unknown) => (checker.Check(message) ? (message as T) : unfit(message)))
}

function unfitReport(message: unknown): UnfitReport {
  if (!numbered().Check(message)) return refuse(message)
  const { root, n } = message as Static<typeof Numbered>
  return { kind: 'unfit', root, n, reason: misfitOf(message) }
}

function refuse(message: unknown): never {
  throw new FrameError(misfitOf(message))
}

const misfitOf = (message: unknown): string => `Message ${kindOf(message)} does not fit the protocol`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FrameError('A frame is not JSON')
  }
}

function kindOf(message: unknown): string {
  const kind = typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined
  return typeof kind === 'string' ? `"${kind.slice(0, 40)}"` : 'without a kind'
}

/** What a resumed session sends again can be more than a text may have, half a gigabyte. */
const WRITTEN_AT_ONCE = 64

/**
 * As few frames as possible for all messages, in order, each below `maxBytes`. A message that is too large
 * for any frame gets one of its own: the other end rejects it, which is better than losing it silently.
 */
export function writeFrames(
  messages: readonly (FromRunner | ToRunner)[],
  maxBytes = MAX_FRAME_BYTES,
): string[] {
  if (messages.length === 0) return []
  if (messages.length <= WRITTEN_AT_ONCE) {
    // Nearly always they fit into one.
    const all = JSON.stringify(messages)
    if (Buffer.byteLength(all) < maxBytes) return [all]
  }
  const frames: string[] = []
  let parts: string[] = []
  let bytes = 2
  for (const message of messages) {
    const text = JSON.stringify(message)
    const size = Buffer.byteLength(text) + 1
    if (parts.length > 0 && bytes + size >= maxBytes) {
      frames.push(`[${parts.join(',')}]`)
      parts = []
      bytes = 2
    }
    parts.push(text)
    bytes += size
  }
  if (parts.length > 0) frames.push(`[${parts.join(',')}]`)
  return frames
}
