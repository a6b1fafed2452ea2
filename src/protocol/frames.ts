import { compiled } from './compiled.ts'
import { FromRunner, MAX_FRAME_BYTES, ToRunner } from './messages.ts'

/** What arrived is not a frame of this protocol. The connection can no longer be trusted. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

const fromRunner = compiled(FromRunner)
const toRunner = compiled(ToRunner)

/** The messages of a frame that a runner sent. Throws FrameError that names the first invalid message. */
export const readFromRunner = (text: string): FromRunner[] => read<FromRunner>(text, fromRunner())

/** The messages of a frame that the API sent. Throws FrameError that names the first invalid message. */
export const readToRunner = (text: string): ToRunner[] => read<ToRunner>(text, toRunner())

interface Checker {
  Check(value: unknown): boolean
}

function read<T>(text: string, checker: Checker): T[] {
  const messages = parse(text)
  if (!Array.isArray(messages)) throw new FrameError('A frame must be a JSON array of messages')
  for (const message of messages) {
    if (!checker.Check(message)) throw new FrameError(`Message ${kindOf(message)} does not fit the protocol`)
  }
  return messages as T[]
}

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
