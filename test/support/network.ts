import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFrameCutter } from './websocket-frames.ts'

/** `up` is towards the target of a forwarder, `down` is back to its client. */
export type Way = 'up' | 'down'

/** What the network does to bytes that go one way, over all connections of a forwarder. */
export interface Conditions {
  /** Bytes wait, and arrive when it is over. */
  stalled: boolean
  /** Bytes vanish, and so do ends of connections: neither side learns anything. */
  lost: boolean
  delayMs: number
  bytesPerSecond: number
  /** Each message of a WebSocket arrives this often. */
  copies: number
}

export const goodConditions = (): Conditions => ({
  stalled: false,
  lost: false,
  delayMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  copies: 1,
})

const isGood = ({ stalled, lost, delayMs, bytesPerSecond, copies }: Conditions): boolean =>
  !stalled && !lost && delayMs === 0 && bytesPerSecond === Number.POSITIVE_INFINITY && copies === 1

const LOOK_AGAIN_MS = 10
/** A source that is so far ahead is not read until its bytes have moved. */
const MAX_WAITING_BYTES = 1024 * 1024

/**
 * Carries what `source` sends to `sink`, in order, under conditions that may change at any time. A connection
 * of which bytes were lost stays dead when the conditions are good again, as it would where a firewall forgot
 * it.
 */
export class Link {
  readonly #source: Socket
  readonly #sink: Socket
  readonly #conditions: Conditions
  readonly #onLost: () => void
  readonly #wholeFrames = createFrameCutter()
  #last: Promise<void> = Promise.resolve()
  #waitingBytes = 0
  #waiting = 0
  #isDead = false

  constructor(source: Socket, sink: Socket, conditions: Conditions, onLost: () => void) {
    this.#onLost = onLost
    this.#source = source
    this.#sink = sink
    this.#conditions = conditions
    source.on('data', (chunk: Buffer) => this.#take(chunk))
    source.once('end', () => this.#after(() => void sink.end()))
    source.once('close', () => this.#after(() => void sink.destroy()))
    sink.on('drain', () => source.resume())
  }

  #take(chunk: Buffer): void {
    const bytes = this.#wholeFrames(chunk, this.#conditions.copies)
    if (this.#waiting === 0 && !this.#isDead && isGood(this.#conditions)) {
      this.#write(bytes)
      return
    }
    const dueAt = performance.now() + this.#conditions.delayMs
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#source.pause()
    this.#after(async () => {
      await sleep(Math.max(0, dueAt - performance.now()))
      await this.#writeLimited(bytes)
      this.#waitingBytes -= bytes.length
      if (this.#waitingBytes <= MAX_WAITING_BYTES) this.#source.resume()
    })
  }

  /** Does `work` when everything before it was done and nothing is stalled, unless it is lost. */
  #after(work: () => void | Promise<void>): void {
    this.#waiting++
    this.#last = this.#last.then(async () => {
      this.#loseMaybe()
      while (this.#conditions.stalled && !this.#isDead && !this.#sink.destroyed) {
        await sleep(LOOK_AGAIN_MS)
        this.#loseMaybe()
      }
      if (!this.#isDead) await work()
      this.#waiting--
    })
  }

  /** Carries nothing any more, not even the end of the connection. */
  die(): void {
    this.#isDead = true
  }

  #loseMaybe(): void {
    if (this.#isDead || !this.#conditions.lost) return
    this.#isDead = true
    this.#onLost()
  }

  /** In pieces of which there are ten in a second, so that a low limit does not look like a stall. */
  async #writeLimited(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesPerSecond } = this.#conditions
      const size = Math.max(1, Math.min(bytes.length - at, Math.floor(bytesPerSecond / 10)))
      if (bytesPerSecond !== Number.POSITIVE_INFINITY) await sleep((1_000 * size) / bytesPerSecond)
      if (this.#sink.destroyed) return
      this.#write(bytes.subarray(at, at + size))
      at += size
    }
  }

  #write(bytes: Buffer): void {
    if (bytes.length > 0 && !this.#sink.destroyed && !this.#sink.write(bytes)) this.#source.pause()
  }
}
