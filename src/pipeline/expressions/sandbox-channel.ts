import type { MessagePort } from 'node:worker_threads'

/** What connects the sandbox with its thread: messages, and a word to wait on until one has arrived. */
export interface SandboxChannel {
  readonly port: MessagePort
  readonly signal: Int32Array<SharedArrayBuffer>
}

/** Values of the word. */
export const waiting = 0
export const answered = 1
