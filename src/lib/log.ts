/** What the rest of the code sees of the logger (pino in production, silence in tests). */
export interface Log {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  child(fields: object): Log
  /** Asked on hot paths before the fields of a debug line are gathered. */
  isLevelEnabled(level: 'debug'): boolean
}

export const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
  isLevelEnabled: () => false,
}
