import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { ExpressionError, quoteExpression, undefinedName } from './expression-error.ts'
import type { SandboxAnswer, SandboxRequest } from './quickjs-evaluation.ts'
import { answered, type SandboxStart, waiting } from './sandbox-channel.ts'
import type { Globals } from './scope-globals.ts'
import { isSelfContained } from './template.ts'

/** What one expression may use. */
export interface ExpressionLimits {
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly maxResultBytes: number
}

/** Evaluates expressions that nobody vouches for. */
export interface Sandbox {
  /** The value as plain data. Throws ExpressionError, at the latest a quarter second after the time limit. */
  evaluate(expression: string, globals: Globals): unknown
  close(): void
}

/**
 * QuickJS checks its deadline between instructions of the expression, but not inside one long search or join. What
 * is not back this long after the deadline is ended with its thread.
 */
const graceMs = 250
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
  if (receive(port, signal, startTimeoutMs) !== 'ready') {
    end()
    throw new ExpressionError(
      `The expression engine did not start within ${startTimeoutMs / 1000} s; try again`,
    )
  }
  return {
    ask(request, timeoutMs) {
      port.postMessage(request)
      return receive(port, signal, timeoutMs) as ThreadAnswer | undefined
    },
    end,
  }
}

/** Waits until the other side has sent something, and takes it. */
function receive(port: MessagePort, signal: Int32Array<SharedArrayBuffer>, timeoutMs: number): unknown {
  Atomics.wait(signal, 0, waiting, timeoutMs)
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
