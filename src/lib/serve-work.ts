import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { errorText } from './error-text.ts'
import type { WorkAnswer, WorkerStart } from './worker-pool.ts'

const BACKGROUND_PRIORITY = 5

/**
 * The thread's side of a worker pool: says that it is ready, then answers every request; `progressed` says
 * that a part of it is done.
 */
export function serveWork<Request>(work: (request: Request, progressed: () => void) => unknown): void {
  const { progress } = workerData as WorkerStart
  // There a thread has a priority of its own: this one gives way to the thread that answers requests.
  if (process.platform === 'linux') setPriority(BACKGROUND_PRIORITY)
  const answer = (message: WorkAnswer) => parentPort?.postMessage(message)
  parentPort?.on('message', (request: Request) => {
    try {
      answer({ result: work(request, () => Atomics.add(progress, 0, 1)) })
    } catch (error) {
      answer({ failed: errorText(error) })
    }
  })
  answer({ ready: true })
}
