import { hash } from 'node:crypto'

/** Which executions are recorded as traces: what `OTEL_TRACES_SAMPLER` says. */
export interface Sampling {
  /** From 0 to 1: the share of those whose caller decided nothing. */
  readonly ratio: number
  /** Whether the caller's decision counts, where it made one. */
  readonly parentBased: boolean
}

/** Where an execution belongs in a trace. */
export interface Trace {
  readonly traceId: string
  /** The span of the caller, of an execution that was started within a trace. */
  readonly parentSpanId: string | undefined
  readonly state: string | undefined
  /** What the caller decided; undefined when nobody did. */
  readonly isParentSampled: boolean | undefined
}

/** Headers of a request, or variables of an environment, by which a trace continues elsewhere. */
export interface TraceHeaders {
  readonly traceparent: string
  readonly tracestate?: string
}

/** W3C Trace Context, versions to come included: they may append more. */
const traceparentForm =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const SAMPLED = 0x01
/** What every receiver has to pass on; longer ones may be dropped. */
const MAX_STATE_CHARACTERS = 512
const printable = /^[ -~]+$/

/**
 * The trace of a request as one text to keep, or undefined when it is in none. A header that is malformed
 * counts for none, as W3C Trace Context says: it must not refuse the request.
 */
export function traceContextOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string') return undefined
  const [, traceId, spanId, flags] = traceparentForm.exec(traceparent.trim()) ?? []
  if (traceId === undefined) return undefined
  const kept = `00-${traceId}-${spanId}-${isSampledFlag(flags!) ? '01' : '00'}`
  const hasState =
    typeof tracestate === 'string' && tracestate.length <= MAX_STATE_CHARACTERS && printable.test(tracestate)
  return hasState ? `${kept} ${tracestate.trim()}` : kept
}

const isSampledFlag = (flags: string): boolean => (Number.parseInt(flags, 16) & SAMPLED) !== 0

/**
 * The trace of a root execution: the one it was started in (`traceContextOf`), or its own, which has its id.
 */
export function traceOf(root: string, context: string | null | undefined): Trace {
  const [traceparent = '', ...state] = (context ?? '').split(' ')
  const [, traceId, parentSpanId, flags] = traceparentForm.exec(traceparent) ?? []
  if (traceId === undefined)
    return {
      traceId: root.replaceAll('-', ''),
      parentSpanId: undefined,
      state: undefined,
      isParentSampled: undefined,
    }
  return {
    traceId,
    parentSpanId,
    state: state.length === 0 ? undefined : state.join(' '),
    isParentSampled: isSampledFlag(flags!),
  }
}

/** 56 bits of an id are random in every version of the standard. */
const RANDOM_DIGITS = 14

/** Whether a trace is recorded. The answer depends on the trace alone. */
export function isSampled({ traceId, isParentSampled }: Trace, { ratio, parentBased }: Sampling): boolean {
  if (parentBased && isParentSampled !== undefined) return isParentSampled
  return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < ratio * 2 ** 56
}

/**
 * The id of a span: of an execution, or of its step with this key. Runner and API work it out alike, and a
 * step that another runner continues keeps it.
 */
export const spanIdOf = (execution: string, key?: string): string =>
  hash('sha256', key === undefined ? execution : `${execution}\n${key}`, 'hex').slice(0, 16)

/**
 * What a step passes on. Where nothing records executions it is what their caller gave, unchanged; undefined
 * when there is no trace at all.
 */
export function stepHeaders(
  trace: Trace,
  sampling: Sampling | undefined,
  execution: string,
  key: string,
): TraceHeaders | undefined {
  const { traceId, parentSpanId, state, isParentSampled } = trace
  if (sampling === undefined && parentSpanId === undefined) return undefined
  const [spanId, sampled] =
    sampling === undefined
      ? [parentSpanId!, isParentSampled]
      : [spanIdOf(execution, key), isSampled(trace, sampling)]
  return {
    traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`,
    ...(state !== undefined && { tracestate: state }),
  }
}
