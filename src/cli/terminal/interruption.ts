import type { Context } from './context.ts'

/** Resolves when the user presses Ctrl-C, until it is stopped: what was begun continues without being watched. */
export function interruption({ terminal }: Context): { interrupted: Promise<true>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<true>()
  const stop = terminal.onInterrupt(() => resolve(true))
  return { interrupted: promise, stop }
}
