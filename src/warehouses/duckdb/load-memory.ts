import type { DuckDBInstance } from '@duckdb/node-api'

/** How often a load gives memory back, which takes some 15 ms. */
const EVERY_MS = 500
/** Blocks that the engine may hold. */
const ROOM_BYTES = 8 * 1024 * 1024

/** What SQL must not set, for a load does. */
export const MEMORY_SETTING = 'memory_limit'

/**
 * Keeps the memory of loads from growing with their rows. DuckDB holds each block that it has written until
 * its memory is full, as if it were read again soon, and the allocator holds what threads have freed. A lower
 * limit of memory makes the engine give back both.
 */
export interface LoadMemory {
  /**
   * Gives memory back, if the last time was not just now. Only while no statement runs: one could fail for
   * want of memory, for the limit is lower meanwhile.
   */
  giveBack(): Promise<void>
  /** Resolves when the limit is what it was: no session may begin before. */
  settled(): Promise<void>
  /** Gives back what is needed of the engine. */
  close(): Promise<void>
}

/** `memoryMib`: the limit of the instance; DuckDB's own where it is undefined. */
export async function loadMemoryOf(
  instance: DuckDBInstance,
  memoryMib: number | undefined,
): Promise<LoadMemory> {
  const control = await instance.connect()
  const read = async (sql: string) => (await control.runAndReadAll(sql)).getRows()[0]?.[0]
  const limit =
    memoryMib === undefined ? await read(`select current_setting('${MEMORY_SETTING}')`) : `${memoryMib}MiB`
  const setLimit = (to: string) => control.run(`set global ${MEMORY_SETTING} = '${to}'`)
  // DuckDB rounds what it says: the limit is that from the beginning.
  await setLimit(String(limit))
  let last: Promise<unknown> = Promise.resolve()
  let lastAt = performance.now()

  async function trim(): Promise<void> {
    // Blocks of tables on disk can be read again; all else that is held would have to be written first.
    const others = await read(`
      select coalesce(sum(memory_usage_bytes) filter (where tag <> 'BASE_TABLE'), 0)::double from duckdb_memory()`)
    try {
      await setLimit(`${Math.round(Number(others)) + ROOM_BYTES}B`)
    } finally {
      // RESET would change the setting and not the limit.
      await setLimit(String(limit))
    }
  }

  return {
    async giveBack() {
      if (performance.now() - lastAt < EVERY_MS) return
      // An engine that takes nothing any more says so to the load.
      last = last.then(trim).catch(() => undefined)
      await last
      lastAt = performance.now()
    },
    async settled() {
      await last
    },
    async close() {
      await last
      control.closeSync()
    },
  }
}
