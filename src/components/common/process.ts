import { readLines } from './lines.ts'
import {
  aborted,
  type Child,
  endGroup,
  exitOf,
  type GroupOrder,
  graceMs,
  notStarted,
  type ProcessEnd,
  startGroup,
} from './process-group.ts'

export interface ProcessOrder extends GroupOrder {
  /** Whether everything the process starts ends with it, because it leads a namespace of processes. */
  readonly isNamespace?: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** One line of either output; reading resumes when the promise resolves. */
  readonly onLine: (line: string, source: 'stdout' | 'stderr') => Promise<void>
}

/**
 * Runs a program in a process group of its own and hands out its lines. When it ends, runs out of time or
 * `signal` aborts, the whole group is ended: TERM, then KILL after two seconds. Rejects with the reason of
 * the abort.
 */
export async function runProcess(order: ProcessOrder): Promise<ProcessEnd> {
  order.signal.throwIfAborted()
  const timeout = AbortSignal.timeout(order.timeoutMs)
  let child: Child
  try {
    child = startGroup(order).child
  } catch (error) {
    return notStarted(error)
  }
  const output = followOutput(child, order)
  const exited = exitOf(child)
  const stopped = AbortSignal.any([order.signal, timeout])
  const end = await Promise.race([exited, aborted(stopped)])
  await endGroup(child, exited, order.isNamespace === true)
  await Promise.race([output, aborted(order.signal)])
  order.signal.throwIfAborted()
  return end ?? { kind: 'timed-out' }
}

/** Resolves when both outputs have ended and every line was taken. */
async function followOutput(child: Child, { onLine }: ProcessOrder): Promise<void> {
  let inHand = 0
  const taking = (source: 'stdout' | 'stderr') => async (line: string) => {
    inHand += 1
    await onLine(line, source).finally(() => {
      inHand -= 1
    })
  }
  // A process that left the group may hold the outputs open: after the end it is not waited for, except while
  // a slow log is still written.
  let closing: NodeJS.Timeout | undefined
  let over = false
  child.once('exit', () => {
    if (over) return
    closing = setInterval(() => {
      if (inHand > 0 || child.stdout.readableLength + child.stderr.readableLength > 0) return
      child.stdout.destroy()
      child.stderr.destroy()
    }, graceMs)
  })
  const both = [readLines(child.stdout, taking('stdout')), readLines(child.stderr, taking('stderr'))]
  await Promise.all(both).finally(() => {
    over = true
    clearInterval(closing)
  })
}
