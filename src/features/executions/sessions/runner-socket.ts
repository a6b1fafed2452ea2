import type { WebSocket } from 'ws'
import { writeFrames } from '../../../protocol/frames.ts'
import { MAX_FRAME_BYTES, type ToRunner } from '../../../protocol/messages.ts'

/** Application codes of WebSocket begin at 4000. */
const CLOSE_CODE = 4000
/** RFC 6455 §5.5: a control frame has no more, and `ws` throws. */
const MAX_REASON_BYTES = 123

/** The sending side of a runner's WebSocket. Messages of one turn of the event loop leave together. */
export class RunnerSocket {
  readonly #socket: WebSocket
  #outgoing: ToRunner[] = []

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Queues messages. One batch that is committed acknowledges many executions: they share a frame. */
  send(messages: readonly ToRunner[]): void {
    if (this.#outgoing.length === 0 && messages.length > 0) setImmediate(() => this.#flush())
    this.#outgoing.push(...messages)
  }

  /**
   * Resolves with true when what was sent has reached the other end's socket, with false when the connection
   * is gone. A ping leaves after everything before it.
   */
  async drained(): Promise<boolean> {
    this.#flush()
    const socket = this.#socket
    if (!this.isOpen) return false
    return new Promise((resolve) => {
      const onClose = () => resolve(false)
      socket.once('close', onClose)
      socket.ping('', false, () => {
        socket.off('close', onClose)
        resolve(this.isOpen)
      })
    })
  }

  /** What was sent before leaves first. */
  close(reason: string): void {
    this.#flush()
    this.#socket.close(CLOSE_CODE, shortened(reason))
  }

  #flush(): void {
    const messages = this.#outgoing
    this.#outgoing = []
    if (!this.isOpen) return
    for (const frame of writeFrames(messages, MAX_FRAME_BYTES)) this.#socket.send(frame)
  }
}

/** As much of a text as fits, without half a character at its end. */
const shortened = (reason: string): string =>
  new TextDecoder().decode(Buffer.from(reason).subarray(0, MAX_REASON_BYTES), { stream: true })
