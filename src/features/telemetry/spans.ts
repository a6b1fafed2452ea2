import { type AttributeValue, attributesOf, nanosOf, type Resource, SCOPE } from '../../lib/otlp/values.ts'
import { spanIdOf, type Trace, traceOf } from '../../lib/trace-context.ts'
import { ownerOfPart } from '../../pipeline/flow/keys.ts'
import type { TracedExecution, TracedStep } from './trace-store.ts'

const INTERNAL = 1
const ERROR = 2
const SAMPLED = 1

/** The span of a root execution. It began when the runner did: how long it waited is an attribute. */
export function rootSpan(execution: TracedExecution): object {
  const trace = traceOf(execution.id, execution.traceContext)
  const { rerunOf } = execution
  return {
    ...executionSpan(execution, trace, trace.parentSpanId),
    ...(rerunOf !== null && {
      links: [
        {
          // The trace of an execution that was itself started within one is not known here.
          traceId: traceOf(rerunOf, null).traceId,
          spanId: spanIdOf(rerunOf),
          attributes: attributesOf({ 'headrace.link': 'rerun of' }),
        },
      ],
    }),
  }
}

/**
 * The span of a step below that of its execution, and the span of the pipeline that it ran, if it ran one,
 * below its own.
 */
export function stepSpans(step: TracedStep, root: TracedExecution, trace: Trace): object[] {
  const { executionId, key, child } = step
  const spanId = spanIdOf(executionId, key)
  const owner = ownerOfPart(key)
  const span = {
    ...common(trace, spanId, spanIdOf(executionId, owner), step),
    name: step.name,
    attributes: attributesOf({
      ...runAttributes({ ...root, pipelineName: step.pipelineName }),
      'headrace.component.name': step.name,
      'headrace.component.type': step.type,
      'headrace.step.key': key,
      'headrace.execution.id': executionId,
      'headrace.state': step.result,
      'headrace.rows': step.rowCount,
      'headrace.bytes': step.byteCount,
      'headrace.iteration': step.iteration,
      'headrace.attempt': step.attempt > 1 ? step.attempt : undefined,
      'headrace.message': step.message,
    }),
    ...statusOf(step.result, step.message),
  }
  return child === null ? [span] : [span, executionSpan(child, trace, spanId)]
}

function executionSpan(execution: TracedExecution, trace: Trace, parentSpanId: string | undefined) {
  const { id, status, message } = execution
  return {
    ...common(trace, spanIdOf(id), parentSpanId, execution),
    name: execution.pipelineName,
    attributes: attributesOf({
      ...runAttributes(execution),
      'headrace.execution.id': id,
      'headrace.version': execution.versionName,
      'headrace.pipeline.type': execution.pipelineType,
      'headrace.runner.id': execution.runnerId,
      'headrace.trigger': execution.trigger,
      'headrace.schedule.id': execution.scheduleId,
      'headrace.tag': execution.tag,
      'headrace.state': status,
      'headrace.queue_seconds': (execution.startedAt - execution.queuedAt) / 1_000_000,
      'headrace.message': message,
    }),
    ...statusOf(status, message),
  }
}

/** What every span and log record of a run says, so that they can be searched and grouped by it. */
export const runAttributes = (
  execution: Pick<TracedExecution, 'projectId' | 'projectName' | 'environmentName' | 'pipelineName'>,
): Record<string, AttributeValue | null> => ({
  'headrace.project.id': execution.projectId,
  'headrace.project.name': execution.projectName,
  'headrace.environment': execution.environmentName,
  'headrace.pipeline': execution.pipelineName,
})

const common = (
  { traceId, state }: Trace,
  spanId: string,
  parentSpanId: string | undefined,
  { startedAt, finishedAt }: { readonly startedAt: number; readonly finishedAt: number },
) => ({
  traceId,
  spanId,
  ...(parentSpanId !== undefined && { parentSpanId }),
  ...(state !== undefined && { traceState: state }),
  kind: INTERNAL,
  flags: SAMPLED,
  startTimeUnixNano: nanosOf(startedAt),
  endTimeUnixNano: nanosOf(Math.max(startedAt, finishedAt)),
})

/** What ended well has no status: OpenTelemetry leaves `Ok` to people. */
function statusOf(state: string, message: string | null) {
  if (state !== 'FAILED') return {}
  return { status: { code: ERROR, ...(message !== null && { message }) } }
}

/** Spans as a request of OTLP. */
export const tracesRequest = (spans: readonly object[], resource: Resource): object => ({
  resourceSpans: [{ resource, scopeSpans: [{ scope: SCOPE, spans }] }],
})
