import { Worker } from 'node:worker_threads'
import { createOwnersQueue } from './owners-queue.ts'
import { Problem } from './problem.ts'

export interface WorkerPoolOptions {
  /** The module of the thread; it calls `serveWork`. */
  readonly entry: URL
  /** Threads at most. They start with work and end when idle for a while. */
  readonly size: number
  /** Heap of one thread; one that needs more ends, and its work with it. */
  readonly memoryMiB: number
  /** Processor time of the thread between two signs of progress. */
  readonly stepMs: number
  /** Processor time of the thread for one work. */
  readonly workMs: number
  /** Works that may wait; beyond them the caller must retry later. */
  readonly maxQueued: number
}

/** Why a work has no result. `done` is how many signs of progress it gave before. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
  readonly limit: 'time' | 'memory'
  readonly done: number

  constructor(limit: 'time' | 'memory', done: number) {
    super(limit === 'time' ? 'The work took too much processor time' : 'The work took too much memory')
    this.limit = limit
    this.done = done
  }
}

export interface WorkerPool<Request, Result> {
  /**
   * Does one work in a thread. `read` gives the request once a thread is free for it, and it is the turn of
   * the owner. Throws `WorkLimitError`, and a `service-unavailable` Problem when too much is waiting.
   */
  run(read: () => Promise<Request>, owner?: string): Promise<Result>
}

/** What a thread answers. */
export type WorkAnswer = { readonly ready: true } | { readonly result: unknown } | { readonly failed: string }
export interface WorkerStart {
  /** One word: how many signs of progress the current work has given. */
  readonly progress: Int32Array<SharedArrayBuffer>
}

/** How long a thread without work is kept. */
const IDLE_MS = 60_000
/** How often the processor time of a thread at work is looked at. */
const CHECK_MS = 250
const RETRY_AFTER_SECONDS = 5

/** Threads for work that must not hold up the one that answers requests. */
export function createWorkerPool<Request, Result>(options: WorkerPoolOptions): WorkerPool<Request, Result> {
  const waiting = createOwnersQueue(options.maxQueued, tooMany)
  const idle: WorkThread[] = []
  let working = 0

  async function enter(owner: string): Promise<void> {
    if (working >= options.size) return waiting.wait(owner)
    working++
  }

  /** The place goes to the next one who waits. */
  function leave(): void {
    if (!waiting.next()) working--
  }

  return {
    async run(read, owner = '') {
      await enter(owner)
      try {
        const request = await read()
        const thread = idle.pop() ?? startThread(options, (ended) => remove(idle, ended))
        const result = await thread.run(request)
        thread.rest()
        idle.push(thread)
        return result as Result
      } finally {
        leave()
      }
    },
  }
}

const tooMany = () =>
  new Problem('service-unavailable', 'Too many pipelines are being checked; try again in a moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}

interface WorkThread {
  /** Rejects when the thread is of no use any more; it has ended then. */
  run(request: unknown): Promise<unknown>
  /** Lets the thread end after a while without work. */
  rest(): void
}

function startThread(options: WorkerPoolOptions, onEnd: (thread: WorkThread) => void): WorkThread {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(options.entry, {
    workerData: { progress } satisfies WorkerStart,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMiB, stackSizeMb: 4 },
  })
  // Node ignores it before the thread is online; a thread without work must not keep the process alive.
  worker.once('online', () => worker.unref())
  let resting: NodeJS.Timeout | undefined
  const thread: WorkThread = { run, rest }
  let pending: { resolve: (answer: WorkAnswer) => void; reject: (error: Error) => void } | undefined
  worker.on('message', (answer: WorkAnswer) => pending?.resolve(answer))
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    pending?.reject(outOfMemory ? new WorkLimitError('memory', Atomics.load(progress, 0)) : error)
  })
  worker.on('exit', () => {
    pending?.reject(new Error('The thread ended before its work'))
    onEnd(thread)
  })

  function rest() {
    resting = setTimeout(() => {
      onEnd(thread) // no work may use it any more
      void worker.terminate()
    }, IDLE_MS).unref()
  }

  /** The next answer, or why there will be none. */
  function next(): Promise<WorkAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkAnswer>()
    pending = { resolve, reject }
    return promise
  }

  const ready = next()
  ready.catch(() => undefined) // The first work reports it.

  async function run(request: unknown): Promise<unknown> {
    clearTimeout(resting)
    try {
      await ready
      Atomics.store(progress, 0, 0)
      const answer = next()
      worker.postMessage(request)
      using _watch = watch(worker, options, progress, (error) => pending?.reject(error))
      const answered = await answer
      if ('result' in answered) return answered.result
      throw new Error('failed' in answered ? answered.failed : 'The thread answered out of turn')
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }

  return thread
}

/** Ends a work that used up its processor time: what a busy machine gives to others does not count. */
function watch(
  worker: Worker,
  { stepMs, workMs }: WorkerPoolOptions,
  progress: Int32Array,
  reject: (error: Error) => void,
): Disposable {
  const startedAt = performance.now()
  let last: { readonly done: number; readonly atMs: number } | undefined
  let beganMs: number | undefined

  async function check() {
    // A thread that does not even tell its processor time is given four times as long.
    if (performance.now() - startedAt > workMs * 4) {
      reject(new WorkLimitError('time', Atomics.load(progress, 0)))
    }
    const { user, system } = await worker.cpuUsage()
    const nowMs = (user + system) / 1_000
    const done = Atomics.load(progress, 0)
    beganMs ??= nowMs
    if (last?.done !== done) last = { done, atMs: nowMs }
    if (nowMs - last.atMs > stepMs || nowMs - beganMs > workMs) reject(new WorkLimitError('time', done))
  }

  void check().catch(() => undefined) // It has not started yet, or has ended: its own events tell.
  const checking = setInterval(() => void check().catch(() => undefined), CHECK_MS)
  return { [Symbol.dispose]: () => clearInterval(checking) }
}
