import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { tookMore } from './expression-error.ts'
import { milliseconds } from './processor-time.ts'
import type { GlobalValue } from './scope-globals.ts'

/** One expression with all that it may read and use. */
export interface SandboxRequest {
  readonly expression: string
  readonly globals: readonly (readonly [name: string, value: GlobalValue])[]
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly maxResultBytes: number
  /** What `new Date()` says, where that is not the time of the machine. */
  readonly nowMs?: number
}

/** `fault` completes the sentence "The expression …"; `undefinedName` is a name that nothing defines. */
export type SandboxAnswer =
  | { readonly value: unknown }
  | { readonly fault: string }
  | { readonly undefinedName: string }

/** Deep enough for real code, shallow enough that the engine notices before the stack below it is used up. */
const stackBytes = 256 * 1024
/** A longer error text is not read at all. */
const maxMessageBytes = 10_000

/**
 * Evaluates one expression in a runtime of its own, so that nothing it does to objects or prototypes outlives
 * it. Throws only when the engine itself broke: its module must not be used again then.
 */
export function evaluateInQuickJs(engine: QuickJSWASMModule, request: SandboxRequest): SandboxAnswer {
  const runtime = engine.newRuntime()
  try {
    limit(runtime, request)
    const context = runtime.newContext()
    try {
      return evaluate(context, request)
    } finally {
      context.dispose()
    }
  } finally {
    runtime.dispose()
  }
}

/**
 * Time counts while this thread has a processor: a busy machine or a stopped process is no fault of the
 * expression.
 */
function limit(runtime: QuickJSRuntime, request: SandboxRequest): void {
  const began = process.threadCpuUsage()
  runtime.setMemoryLimit(request.memoryBytes)
  runtime.setMaxStackSize(stackBytes)
  runtime.setInterruptHandler(() => milliseconds(process.threadCpuUsage(began)) > request.timeoutMs)
}

function evaluate(context: QuickJSContext, request: SandboxRequest): SandboxAnswer {
  // Taken before the expression can replace them.
  using json = context.getProp(context.global, 'JSON')
  using parse = context.getProp(json, 'parse')
  using stringify = context.getProp(json, 'stringify')
  for (const [name, value] of request.globals) {
    const fault = define(context, parse, name, value, request)
    if (fault) return fault
  }
  if (request.nowMs !== undefined) stopClock(context, request.nowMs)
  // A line of its own, because the expression may end in a comment.
  const code = `(\n${request.expression}\n)`
  const result = context.evalCode(code, 'expression', { type: 'global', strict: true })
  if (result.error) {
    using error = result.error
    return explain(context, error, request)
  }
  using value = result.value
  return answer(context, value, stringify, request)
}

/** From now on it is always the same time. */
function stopClock(context: QuickJSContext, nowMs: number): void {
  const code = `globalThis.Date = new Proxy(Date, {
    construct: (date, given) => (given.length > 0 ? new date(...given) : new date(${nowMs})),
    apply: (date) => new date(${nowMs}).toString(),
    get: (date, key) => (key === 'now' ? () => ${nowMs} : date[key]),
  })`
  context.unwrapResult(context.evalCode(code, 'clock')).dispose()
}

function define(
  context: QuickJSContext,
  parse: QuickJSHandle,
  name: string,
  value: GlobalValue,
  request: SandboxRequest,
): SandboxAnswer | undefined {
  if (typeof value === 'number') {
    using number = context.newNumber(value)
    context.setProp(context.global, name, number)
    return undefined
  }
  using text = context.newString(typeof value === 'string' ? value : JSON.stringify(value))
  if (typeof value === 'string') {
    context.setProp(context.global, name, text)
    return undefined
  }
  const parsed = context.callFunction(parse, context.undefined, text)
  if (parsed.error) {
    using error = parsed.error
    return explain(context, error, request)
  }
  using object = parsed.value
  context.setProp(context.global, name, object)
  return undefined
}

function answer(
  context: QuickJSContext,
  value: QuickJSHandle,
  stringify: QuickJSHandle,
  request: SandboxRequest,
): SandboxAnswer {
  const type = context.typeof(value)
  if (type === 'undefined') return { fault: 'gives no value (undefined)' }
  if (type === 'function' || type === 'symbol') return { fault: `gives a ${type}, which is not a value` }
  if (type === 'number') return numberAnswer(context.getNumber(value))
  if (type === 'boolean') return { value: context.dump(value) }
  if (type === 'string') return textAnswer(context, value, request.maxResultBytes, (text) => text)
  if (type === 'bigint') return { value: String(context.getBigInt(value)) }

  if (isPromise(context, value)) return { fault: 'gives a promise; write it without async and import' }

  const written = context.callFunction(stringify, context.undefined, value)
  if (written.error) {
    using error = written.error
    return explain(context, error, request)
  }
  using text = written.value
  if (context.typeof(text) !== 'string') return { fault: 'gives an object that has no value' }
  return textAnswer(context, text, request.maxResultBytes, (json) => JSON.parse(json))
}

function isPromise(context: QuickJSContext, value: QuickJSHandle): boolean {
  const state = context.getPromiseState(value)
  if (state.type === 'pending') return true
  if (state.type === 'fulfilled' && state.notAPromise) return false
  const settled = state.type === 'fulfilled' ? state.value : state.error
  settled.dispose()
  return true
}

const numberAnswer = (value: number): SandboxAnswer =>
  Number.isFinite(value)
    ? { value }
    : { fault: Number.isNaN(value) ? 'gives NaN, which is not a number' : 'gives an infinite number' }

/** The length is asked inside, so that a text too long is never copied out. */
function textAnswer(
  context: QuickJSContext,
  text: QuickJSHandle,
  maxBytes: number,
  read: (text: string) => unknown,
): SandboxAnswer {
  const tooLong = { fault: `gives more than ${maxBytes} bytes` }
  using length = context.getProp(text, 'length')
  if (context.getNumber(length) > maxBytes) return tooLong
  const copy = context.getString(text)
  return Buffer.byteLength(copy) > maxBytes ? tooLong : { value: read(copy) }
}

function explain(context: QuickJSContext, error: QuickJSHandle, request: SandboxRequest): SandboxAnswer {
  const { name, message } = describe(context, error)
  if (message === 'interrupted') return { fault: tookMore(request.timeoutMs) }
  const memory = `${Math.floor(request.memoryBytes / 1024 / 1024)} MiB of memory`
  if (message === 'out of memory') return { fault: `used more than ${memory}` }
  // The engine throws null when not even the error fits.
  if (message === 'null') return { fault: `fails without a reason; it may have used more than ${memory}` }
  if (/stack overflow/.test(message)) return { fault: 'calls itself without end (stack overflow)' }
  const missing = name === 'ReferenceError' ? /^'?([^' ]+)'? is not defined$/.exec(message)?.[1] : undefined
  if (missing !== undefined) return { undefinedName: missing }
  return { fault: `fails: ${name === 'Error' ? '' : `${name}: `}${message.slice(0, 500)}` }
}

/** Reads no more of what was thrown than two short texts: it may be anything, of any size. */
function describe(context: QuickJSContext, error: QuickJSHandle) {
  const text = (handle: QuickJSHandle): string | undefined => {
    if (context.typeof(handle) !== 'string') return undefined
    const read = textAnswer(context, handle, maxMessageBytes, String)
    return 'value' in read ? String(read.value) : undefined
  }
  if (context.typeof(error) !== 'object') return { name: 'Error', message: text(error) ?? 'it threw a value' }
  if (context.sameValue(error, context.null)) return { name: 'InternalError', message: 'null' }
  using name = context.getProp(error, 'name')
  using message = context.getProp(error, 'message')
  return { name: text(name) ?? 'Error', message: text(message) ?? 'it threw an object' }
}
