import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Figure, FigurePoint } from '../lib/otlp/figures.ts'

/** What a registry of `prom-client` holds, as figures. Summaries are left out: nothing here makes one. */
export const figuresOf = (metrics: readonly MetricObjectWithValues<MetricValue<string>>[]): Figure[] =>
  metrics.flatMap((metric): Figure[] => {
    const { name, help } = metric
    switch (String(metric.type)) {
      case 'gauge':
      case 'counter': {
        const kind = String(metric.type) === 'gauge' ? 'gauge' : 'counter'
        return [
          {
            name,
            help,
            kind,
            points: metric.values.map(({ labels, value }) => ({ labels: given(labels), value })),
          },
        ]
      }
      case 'histogram':
        return [{ name, help, kind: 'histogram', points: histogramPoints(name, metric.values) }]
      default:
        return []
    }
  })

type Labels = Readonly<Record<string, string | number>>
type Value = MetricValue<string> & { readonly metricName?: string }

/**
 * A histogram is a row for each bucket, one for the sum and one for the count, of every combination of
 * labels.
 */
function histogramPoints(name: string, values: readonly Value[]): FigurePoint[] {
  const points = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.entries(withoutBound(given(labels))).sort()),
  )
  return [...points.values()].map((rows) => ({
    labels: withoutBound(given(rows[0]!.labels)),
    buckets: rows
      .filter(({ labels, metricName }) => metricName === `${name}_bucket` && given(labels)['le'] !== '+Inf')
      .map(({ labels, value }) => ({ bound: Number(given(labels)['le']), count: value })),
    count: rows.find(({ metricName }) => metricName === `${name}_count`)?.value ?? 0,
    sum: rows.find(({ metricName }) => metricName === `${name}_sum`)?.value ?? 0,
  }))
}

const given = (labels: object): Labels => labels as Labels
const withoutBound = ({ le: _, ...labels }: Labels): Labels => labels
