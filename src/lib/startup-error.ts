/** Why the program cannot start: one clear sentence, printed without a stack; the exit code is 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
