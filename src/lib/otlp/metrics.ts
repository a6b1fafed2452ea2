import type { Log } from '../log.ts'
import type { Service } from '../service.ts'
import { sleepUntilAborted } from '../wait.ts'
import type { OtlpClient } from './client.ts'
import type { Figure, FigurePoint } from './figures.ts'
import type { TelemetryTarget } from './target.ts'
import { attributesOf, nanosOf, type Resource, SCOPE } from './values.ts'

const CUMULATIVE = 2
/** A process that stops waits no longer for its last figures to be taken. */
const LAST_MS = 1_000

/** Figures as a request of OTLP. */
export function metricsRequest(
  figures: readonly Figure[],
  resource: Resource,
  { since, now }: { readonly since: Date; readonly now: Date },
): object {
  const times = {
    startTimeUnixNano: nanosOf(since.getTime() * 1_000),
    timeUnixNano: nanosOf(now.getTime() * 1_000),
  }
  const metrics = figures
    .map((figure) => ({ ...figure, points: figure.points.filter(isFinitePoint) }))
    .filter(({ points }) => points.length > 0)
    .map(({ name, help, kind, points }) => ({ name, description: help, ...dataOf(kind, points, times) }))
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: SCOPE, metrics }] }] }
}

/** JSON has no NaN, and a figure that has no value says nothing. */
const isFinitePoint = ({ value = 0, sum = 0 }: FigurePoint): boolean =>
  Number.isFinite(value) && Number.isFinite(sum)

type Times = { readonly startTimeUnixNano: string; readonly timeUnixNano: string }

function dataOf(kind: Figure['kind'], points: readonly FigurePoint[], times: Times) {
  switch (kind) {
    case 'gauge':
      return { gauge: { dataPoints: points.map((one) => numberPoint(one, times)) } }
    case 'counter':
      return {
        sum: {
          dataPoints: points.map((one) => numberPoint(one, times)),
          aggregationTemporality: CUMULATIVE,
          isMonotonic: true,
        },
      }
    case 'histogram':
      return {
        histogram: {
          dataPoints: points.map((one) => histogramPoint(one, times)),
          aggregationTemporality: CUMULATIVE,
        },
      }
  }
}

const numberPoint = ({ labels, value = 0 }: FigurePoint, times: Times) => ({
  ...times,
  asDouble: value,
  attributes: attributesOf(labels),
})

/** OTLP counts each bucket for itself, and has one more, without a bound. */
function histogramPoint({ labels, buckets = [], count = 0, sum = 0 }: FigurePoint, times: Times) {
  const upTo = [...buckets.map((bucket) => bucket.count), count]
  return {
    ...times,
    count: String(count),
    sum,
    bucketCounts: upTo.map((total, i) => String(total - (upTo[i - 1] ?? 0))),
    explicitBounds: buckets.map(({ bound }) => bound),
    attributes: attributesOf(labels),
  }
}

export interface MetricsExport {
  readonly client: OtlpClient
  readonly target: Pick<TelemetryTarget, 'metricIntervalMs'>
  readonly resource: Resource
  readonly figures: () => Promise<readonly Figure[]>
  readonly log: Log
}

/**
 * Sends the figures of this process at intervals, and once more when it stops. What is not accepted is sent
 * again next time.
 */
export function metricsService({ client, target, resource, figures, log }: MetricsExport): Service {
  const since = new Date()
  let failed = false

  async function sendNow(stop?: AbortSignal): Promise<void> {
    const sent = await client.send(
      'metrics',
      metricsRequest(await figures(), resource, { since, now: new Date() }),
      stop,
    )
    if (sent.kind !== 'taken' && !failed)
      log.warn({ reason: sent.message }, 'The metrics could not be exported by OTLP; trying again each time')
    failed = sent.kind !== 'taken'
  }

  return {
    name: 'export metrics',
    async run(signal) {
      while (!signal.aborted) {
        await sleepUntilAborted(target.metricIntervalMs, signal)
        await sendNow(signal.aborted ? AbortSignal.timeout(LAST_MS) : signal)
      }
    },
  }
}
