import { watch } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const RUN_MS = 300_000

/** When its first and its last step ran, in milliseconds since 1970. */
export interface StepTimes {
  /** Undefined of the data task. */
  readonly first: number | undefined
  readonly last: number
}

/** Times that steps write into files, see python/steps.py. */
export interface Marks extends Disposable {
  /** Asks for a run with a new mark, and waits until its last step has written its time. */
  timesOf(ask: (mark: string) => Promise<unknown>): Promise<StepTimes>
}

export async function openMarks(folder: string): Promise<Marks> {
  await mkdir(folder, { recursive: true })
  const waiting = new Map<string, () => void>()
  const watcher = watch(folder, (_, name) => {
    if (name !== null) waiting.get(name)?.()
  })
  const kept = `${process.pid}`
  let count = 0

  async function timesOf(ask: (mark: string) => Promise<unknown>): Promise<StepTimes> {
    const mark = `mark-${kept}-${++count}`
    const last = `${mark}.last`
    const written = Promise.withResolvers<void>()
    waiting.set(last, written.resolve)
    const limit = setTimeout(
      () => written.reject(new Error(`a run did not end within ${RUN_MS / 1_000} s`)),
      RUN_MS,
    )
    try {
      await Promise.all([ask(mark), written.promise])
      return { first: await timeIn(`${mark}.first`), last: (await timeIn(last))! }
    } finally {
      clearTimeout(limit)
      waiting.delete(last)
    }
  }

  async function timeIn(name: string): Promise<number | undefined> {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    await rm(path, { force: true })
    return text === undefined ? undefined : Number(text)
  }

  return { timesOf, [Symbol.dispose]: () => watcher.close() }
}
