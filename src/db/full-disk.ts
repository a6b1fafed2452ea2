import pg from 'pg'

const DISK_FULL = '53100'
/** The platform writes several times a minute: without a refusal for so long there is room again. */
const RECENT_MS = 30_000

/** What was seen of the disk of a database, which only a refused statement shows. */
export interface FullDisk {
  /** Takes notice of an error of the driver. */
  note(error: unknown): void
  /** Whether a statement was refused for want of disk lately. */
  isFull(): boolean
}

export function watchDisk(now: () => number = performance.now.bind(performance)): FullDisk {
  let lastRefusal = Number.NEGATIVE_INFINITY
  return {
    note(error) {
      if (isDiskFull(error)) lastRefusal = now()
    },
    isFull: () => now() - lastRefusal < RECENT_MS,
  }
}

/** Whether the database had no room for what it was to write. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === DISK_FULL
