import type { MessagePort } from 'node:worker_threads'

/** What the sandbox gives its thread: a way to talk, a word to wait on until something was said, a memory limit. */
export interface SandboxStart {
  readonly port: MessagePort
  readonly signal: Int32Array<SharedArrayBuffer>
  readonly memoryBytes: number
}

/** Values of the word. */
export const waiting = 0
export const answered = 1
