const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING: Buffer = Buffer.alloc(0)
/** Frames with these codes carry messages; the others open, close and probe the connection. */
const MESSAGES = new Set([1, 2])

/**
 * Passes on what goes one way over a WebSocket connection, each message `copies` times. Bytes are held back
 * until their frame is complete; while nothing was ever to be copied they pass as they come.
 */
export function createFrameCutter(): (chunk: Buffer, copies: number) => Buffer {
  let isAfterHead = false
  let rest: Buffer = NOTHING

  return (chunk, copies) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const out: Buffer[] = []
    if (!isAfterHead) {
      const end = rest.indexOf(HEAD_END)
      // Neither PostgreSQL nor a body that begins elsewhere has a head: what has none is passed on at once.
      if (end === -1 || !/^upgrade:/im.test(rest.subarray(0, end).toString('latin1'))) {
        const all = rest
        rest = NOTHING
        return all
      }
      isAfterHead = true
      out.push(rest.subarray(0, end + HEAD_END.length))
      rest = rest.subarray(end + HEAD_END.length)
    }
    for (let size = frameSize(rest); size !== undefined && size <= rest.length; size = frameSize(rest)) {
      const frame = rest.subarray(0, size)
      const times = MESSAGES.has(frame[0]! & 0x0f) ? copies : 1
      for (let i = 0; i < times; i++) out.push(frame)
      rest = rest.subarray(size)
    }
    return out.length === 1 ? out[0]! : Buffer.concat(out)
  }
}

/** Bytes of the frame that begins here (RFC 6455 §5.2), as soon as its head is there. */
function frameSize(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined
  const isMasked = (bytes[1]! & 0x80) !== 0
  const short = bytes[1]! & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const head = 2 + lengthBytes + (isMasked ? 4 : 0)
  if (bytes.length < head) return undefined
  const length =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return head + length
}
