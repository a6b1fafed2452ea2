import { attributesOf, nanosOf, type Resource, SCOPE } from '../../lib/otlp/values.ts'
import { spanIdOf, type Trace } from '../../lib/trace-context.ts'
import { runAttributes } from './spans.ts'
import type { TracedExecution } from './trace-store.ts'

/** A line of an execution's log as it is kept. */
export interface LogLine {
  readonly at: string
  /** Of the step that wrote it; absent for lines about the run itself. */
  readonly execution?: string
  readonly seq?: number
  readonly component?: string
  readonly text: string
}

export const linesOf = (ndjson: string): LogLine[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine)

/** The steps that wrote lines, each once. */
export function writersOf(lines: readonly LogLine[]): { execution: string; seq: number }[] {
  const writers = new Map<string, { execution: string; seq: number }>()
  for (const { execution, seq } of lines)
    if (execution !== undefined && seq !== undefined) writers.set(`${execution}/${seq}`, { execution, seq })
  return [...writers.values()]
}

const INFO = 9
const SAMPLED = 1

/**
 * Log lines as records of OTLP, each with the span of the step that wrote it. `keys` are those of the steps.
 */
export function logRecords(
  lines: readonly LogLine[],
  root: TracedExecution,
  { trace, keys, isSampled }: { trace: Trace; keys: ReadonlyMap<string, string>; isSampled: boolean },
): object[] {
  const shared = runAttributes(root)
  return lines.map(({ at, execution = root.id, seq, component, text }) => {
    const time = nanosOf(Date.parse(at) * 1_000)
    return {
      timeUnixNano: time,
      observedTimeUnixNano: time,
      severityNumber: INFO,
      severityText: 'INFO',
      body: { stringValue: text },
      attributes: attributesOf({
        ...shared,
        'headrace.execution.id': execution,
        'headrace.component.name': component,
      }),
      flags: isSampled ? SAMPLED : 0,
      traceId: trace.traceId,
      spanId: spanIdOf(execution, keys.get(`${execution}/${seq}`)),
    }
  })
}

/** Records as a request of OTLP. */
export const logsRequest = (records: readonly object[], resource: Resource): object => ({
  resourceLogs: [{ resource, scopeLogs: [{ scope: SCOPE, logRecords: records }] }],
})
