import type { Context } from './context.ts'

interface Interruption {
  /** Resolves when the user presses Ctrl-C. */
  readonly interrupted: Promise<true>
  /** Aborts then. */
  readonly signal: AbortSignal
  readonly stop: () => void
}

/** Notices Ctrl-C until it is stopped: what was begun continues without being watched. */
export function interruption({ terminal }: Context): Interruption {
  const { promise, resolve } = Promise.withResolvers<true>()
  const controller = new AbortController()
  const stop = terminal.onInterrupt(() => {
    controller.abort()
    resolve(true)
  })
  return { interrupted: promise, signal: controller.signal, stop }
}
