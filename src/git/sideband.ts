import { Transform } from 'node:stream'

const FLUSH = Buffer.from('0000')
const MAX_MESSAGE_BYTES = 900

/**
 * Adds messages for the pusher to the answer of a push: before the flush packet that ends the side band, as
 * the output of a hook would be. An answer without side band passes unchanged.
 */
export function appendMessages(messages: () => Promise<readonly string[]>): Transform {
  let held = Buffer.alloc(0)
  let banded: boolean | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk])
      if (banded === undefined && all.length >= 5) banded = all[4] === 1 || all[4] === 2
      const passed = Math.max(0, all.length - FLUSH.length)
      held = all.subarray(passed)
      done(null, all.subarray(0, passed))
    },
    flush(done) {
      messages().then(
        (lines) => {
          if (banded === true && held.equals(FLUSH)) for (const line of lines) this.push(packet(line))
          done(null, held)
        },
        () => done(null, held), // the push is done: missing advice must not look like a failure
      )
    },
  })
}

/** A packet of side band 2: text that the client shows behind `remote:`. */
function packet(line: string): Buffer {
  const text = Buffer.from(`${line}\n`).subarray(0, MAX_MESSAGE_BYTES)
  const length = (text.length + 5).toString(16).padStart(4, '0')
  return Buffer.concat([Buffer.from(length), Buffer.from([2]), text])
}
