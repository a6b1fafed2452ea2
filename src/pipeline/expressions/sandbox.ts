import { Worker } from 'node:worker_threads'
import type { ExpressionBudget } from './expression-budget.ts'
import { ExpressionError, quoteExpression, tookMore, undefinedName } from './expression-error.ts'
import { milliseconds } from './processor-time.ts'
import type { SandboxRequest } from './quickjs-evaluation.ts'
import type { SandboxStart, ThreadAnswer } from './sandbox-channel.ts'
import type { Globals } from './scope-globals.ts'
import { isSelfContained } from './template.ts'
import { createTurns } from './turns.ts'

/** What one expression may use. */
export interface ExpressionLimits {
  /** Of the processor: what the machine gives to others in the meantime does not count. */
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly maxResultBytes: number
  /** The time that every expression finds; that of the machine unless stated. */
  readonly nowMs?: number
}

/** Evaluates untrusted expressions. */
export interface Sandbox {
  /**
   * The value as plain data. Rejects with ExpressionError, on an idle machine at the latest half a second
   * after the time limit. The event loop goes on meanwhile: a runner keeps its lease whatever its expressions
   * do.
   */
  evaluate(expression: string, globals: Globals, budget?: ExpressionBudget): Promise<unknown>
  close(): void
}

/**
 * QuickJS checks its deadline between instructions of the expression, but not inside one long search or join.
 * A thread that has used this much more than the limit is ended.
 */
const GRACE_MS = 250
/** How often the processor time of a busy thread is read. */
const CHECK_MS = 100
/** A thread that does not answer for this long is taken for dead. */
const SILENT_MS = 60_000

/**
 * The engine runs in a thread of its own that starts with the first expression and evaluates one at a time.
 * Every budget has its own queue, and the queues take turns: a step with many expressions does not keep
 * others waiting.
 */
export function createSandbox(limits: ExpressionLimits): Sandbox {
  const inTurn = createTurns()
  let thread: SandboxThread | undefined

  const discard = (): void => {
    thread?.end()
    thread = undefined
  }

  async function ask(expression: string, globals: Globals, budget: ExpressionBudget | undefined) {
    budget?.require()
    thread ??= startThread(limits.memoryBytes)
    const answer = await thread.ask({ expression, globals, ...limits })
    budget?.spend(answer?.usedMs ?? limits.timeoutMs + GRACE_MS)
    if (answer === undefined || 'broken' in answer) discard()
    return valueFrom(answer, expression, limits)
  }

  return {
    async evaluate(expression, globals, budget) {
      if (!isSelfContained(expression)) throw fault(expression, 'has brackets or quotes that do not match')
      return inTurn(budget, () => ask(expression, globals, budget))
    },
    close: discard,
  }
}

type Answer = Exclude<ThreadAnswer, 'ready'>

interface SandboxThread {
  /** undefined when no answer came in time: the thread cannot be used any more. */
  ask(request: SandboxRequest): Promise<Answer | undefined>
  end(): void
}

function startThread(memoryBytes: number): SandboxThread {
  const worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
    workerData: { memoryBytes } satisfies SandboxStart,
    // It needs nothing of this process.
    env: {},
    // Enough that the engine's own limit is reached first.
    resourceLimits: { stackSizeMb: 32 },
    execArgv: [],
  })
  const ready = Promise.withResolvers<boolean>()
  let settle: (answer: Answer | undefined) => void = () => {}
  worker.on('message', (answer: ThreadAnswer) => (answer === 'ready' ? ready.resolve(true) : settle(answer)))
  worker.on('error', () => settle(undefined)) // Its exit follows.
  worker.on('exit', () => {
    ready.resolve(false)
    settle(undefined)
  })
  worker.unref()

  async function ask(request: SandboxRequest): Promise<Answer | undefined> {
    worker.ref()
    try {
      if (!(await ready.promise)) return { broken: 'The thread did not start', usedMs: 0 }
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
      settle = resolve
      worker.postMessage(request)
      using _watch = watch(worker, request.timeoutMs + GRACE_MS, () => resolve(undefined))
      return await promise
    } finally {
      worker.unref()
    }
  }

  return { ask, end: () => void worker.terminate() }
}

/**
 * Calls `giveUp` when the thread has used more than `limitMs` of a processor: waiting for one does not count.
 */
function watch(worker: Worker, limitMs: number, giveUp: () => void): Disposable {
  let beganMs: number | undefined
  let heardAt = performance.now()

  async function check() {
    if (performance.now() - heardAt > SILENT_MS) giveUp()
    const usedMs = milliseconds(await worker.cpuUsage())
    heardAt = performance.now()
    beganMs ??= usedMs
    if (usedMs - beganMs > limitMs) giveUp()
  }

  const checking = setInterval(() => void check().catch(giveUp), CHECK_MS)
  return { [Symbol.dispose]: () => clearInterval(checking) }
}

function valueFrom(answer: Answer | undefined, expression: string, limits: ExpressionLimits): unknown {
  if (answer === undefined) throw fault(expression, tookMore(limits.timeoutMs))
  if ('broken' in answer) throw fault(expression, 'broke the expression engine; make it simpler')
  if ('undefinedName' in answer) throw undefinedName(answer.undefinedName)
  if ('fault' in answer) throw fault(expression, answer.fault)
  return answer.value
}

const fault = (expression: string, what: string): ExpressionError =>
  new ExpressionError(`The expression ${quoteExpression(expression)} ${what}`)
