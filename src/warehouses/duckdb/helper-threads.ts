import type { DuckDBInstance } from '@duckdb/node-api'

/** How often a call is looked at. */
const LOOK_MS = 50
/**
 * Of the processor: what a call takes until helpers are launched. Where others keep the machine busy it takes
 * its time without being long.
 */
const LONG_CPU_MS = 50
/** The same of a call that waits, for files of an object store for instance. */
const LONG_WAIT_MS = 300

/** What SQL must not set, for `dismiss` has a condition. */
export const HELPERS_SETTING = 'external_threads'

/**
 * The threads of an engine beside those that its calls come on: launched when a call takes long, dismissed
 * when nothing runs.
 *
 * A call that waits for a helper asks again and again without a pause. Where the engine itself asks another
 * server many small questions, as a lake does of its catalog, that takes more of the processor than the
 * questions. Queries are planned for as many threads as there would be, so helpers that come later take their
 * share of one that runs.
 */
export interface HelperThreads {
  /** Does `work`, one blocking call, and launches the helpers when it takes long. */
  during<T>(work: () => Promise<T>): Promise<T>
  /**
   * Only while no statement runs and no result is open: helpers are waited for, and must not wait for what
   * waits.
   */
  dismiss(): void
  /** Resolves when what was begun is done: no session may begin before. */
  settled(): Promise<void>
  /** Gives back what is needed of the engine. */
  close(): Promise<void>
}

/**
 * An instance whose configuration is not locked yet; afterwards `HELPERS_SETTING` must still be free to be
 * set.
 */
export async function helpersWhenLong(instance: DuckDBInstance): Promise<HelperThreads> {
  const control = await instance.connect()
  const [row] = (await control.runAndReadAll("select current_setting('threads')")).getRows()
  const allThreads = Number(row?.[0])
  const setOwn = (threads: number) => control.run(`set global ${HELPERS_SETTING} = ${threads}`)
  await setOwn(allThreads)
  let areLaunched = false
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  function change(launch: boolean): void {
    if (areLaunched === launch || isClosed) return
    areLaunched = launch
    // An engine that takes nothing any more says so to the statement.
    last = last.then(() => setOwn(launch ? 1 : allThreads)).catch(() => undefined)
  }

  return {
    async during(work) {
      const begun = performance.now()
      const usage = process.cpuUsage()
      const look = setInterval(() => {
        const { user, system } = process.cpuUsage(usage)
        const isBusy = (user + system) / 1_000 >= LONG_CPU_MS
        if (isBusy || performance.now() - begun >= LONG_WAIT_MS) change(true)
      }, LOOK_MS)
      try {
        return await work()
      } finally {
        clearInterval(look)
      }
    },
    dismiss: () => change(false),
    async settled() {
      await last
    },
    async close() {
      isClosed = true
      await last
      control.closeSync()
    },
  }
}
