import type { Context } from './context.ts'

interface Interruption {
  /** Aborts when the user presses Ctrl-C. */
  readonly signal: AbortSignal
  readonly stop: () => void
}

/** Notices Ctrl-C until it is stopped: what was begun continues without being watched. */
export function interruption({ terminal }: Context): Interruption {
  const controller = new AbortController()
  const stop = terminal.onInterrupt(() => controller.abort())
  return { signal: controller.signal, stop }
}
