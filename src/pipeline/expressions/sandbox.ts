import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { ExpressionError, quoteExpression, undefinedName } from './expression-error.ts'
import { milliseconds } from './processor-time.ts'
import type { SandboxAnswer, SandboxRequest } from './quickjs-evaluation.ts'
import { answered, type SandboxStart, waiting } from './sandbox-channel.ts'
import type { Globals } from './scope-globals.ts'
import { isSelfContained } from './template.ts'

/** What one expression may use. */
export interface ExpressionLimits {
  /** Of the processor: what the machine gives to others in the meantime does not count. */
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly maxResultBytes: number
}

/** Evaluates untrusted expressions. */
export interface Sandbox {
  /**
   * The value as plain data. Throws ExpressionError, on an idle machine at the latest a quarter second after the time
   * limit, on any machine after eight times as long.
   */
  evaluate(expression: string, globals: Globals): unknown
  close(): void
}

/**
 * QuickJS checks its deadline between instructions of the expression, but not inside one long search or join. What
 * is not back this long after the deadline is ended with its thread.
 */
const graceMs = 250
/** How often an answer is waited for whose thread had no processor, so that a dead thread is noticed too. */
const maxWaits = 8
const startTimeoutMs = 15_000

/**
 * The engine runs in a thread of its own that starts with the first expression. The caller waits for the answer:
 * expressions are short, and a synchronous result keeps everything that uses them simple.
 */
export function createSandbox(limits: ExpressionLimits): Sandbox {
  let thread: SandboxThread | undefined

  const discard = (): void => {
    thread?.end()
    thread = undefined
  }

  return {
    evaluate(expression, globals) {
      if (!isSelfContained(expression)) throw fault(expression, 'has brackets or quotes that do not match')
      thread ??= startThread(limits.memoryBytes)
      const answer = thread.ask({ expression, globals, ...limits }, limits.timeoutMs + graceMs)
      if (answer === undefined || 'broken' in answer) discard()
      return valueFrom(answer, expression, limits)
    },
    close: discard,
  }
}

type Signal = Int32Array<SharedArrayBuffer>
type ThreadAnswer = SandboxAnswer | { readonly broken: string }

interface SandboxThread {
  /** undefined when no answer came in time: the thread is of no use any more. */
  ask(request: SandboxRequest, timeoutMs: number): ThreadAnswer | undefined
  end(): void
}

function startThread(memoryBytes: number): SandboxThread {
  const { port1: port, port2: theirs } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: SandboxStart = { port: theirs, signal, memoryBytes }
  const worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
    workerData,
    transferList: [theirs],
    // Nothing of this process is worth having in there.
    env: {},
    // Enough that the engine's own limit is reached first.
    resourceLimits: { stackSizeMb: 32 },
    execArgv: [],
  })
  const end = (): void => {
    port.close()
    void worker.terminate()
  }
  worker.on('error', () => port.close()) // It shows as an answer that never comes.
  worker.unref()
  port.unref()
  Atomics.wait(signal, 0, waiting, startTimeoutMs)
  if (receive(port, signal) !== 'ready') {
    end()
    throw new ExpressionError(
      `The expression engine did not start within ${startTimeoutMs / 1000} s; try again`,
    )
  }
  return {
    ask(request, timeoutMs) {
      port.postMessage(request)
      waitFor(signal, timeoutMs)
      return receive(port, signal) as ThreadAnswer | undefined
    },
    end,
  }
}

/** Until there is an answer, or until the thread that owes it may have had a processor for as long as this. */
function waitFor(signal: Signal, timeoutMs: number): void {
  const began = process.cpuUsage() // Of the whole process: this thread only waits, and another cannot be asked.
  let leftMs = timeoutMs
  for (let waits = 0; waits < maxWaits && leftMs > 0; waits++) {
    if (Atomics.wait(signal, 0, waiting, leftMs) !== 'timed-out') return
    leftMs = timeoutMs - milliseconds(process.cpuUsage(began))
  }
}

/** What the other side has sent, if anything. */
function receive(port: MessagePort, signal: Signal): unknown {
  const arrived = Atomics.exchange(signal, 0, waiting) === answered
  return arrived ? receiveMessageOnPort(port)?.message : undefined
}

function valueFrom(answer: ThreadAnswer | undefined, expression: string, limits: ExpressionLimits): unknown {
  if (answer === undefined) throw fault(expression, `took more than ${limits.timeoutMs} ms`)
  if ('broken' in answer) throw fault(expression, 'broke the expression engine; make it simpler')
  if ('undefinedName' in answer) throw undefinedName(answer.undefinedName)
  if ('fault' in answer) throw fault(expression, answer.fault)
  return answer.value
}

const fault = (expression: string, what: string): ExpressionError =>
  new ExpressionError(`The expression ${quoteExpression(expression)} ${what}`)
