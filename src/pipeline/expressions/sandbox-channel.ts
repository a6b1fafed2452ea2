import type { SandboxAnswer } from './quickjs-evaluation.ts'

/** What the sandbox gives its thread. */
export interface SandboxStart {
  readonly memoryBytes: number
}

/** `usedMs` is processor time of the thread. After `broken` the engine must not be used again. */
export type ThreadAnswer =
  | 'ready'
  | ((SandboxAnswer | { readonly broken: string }) & { readonly usedMs: number })
