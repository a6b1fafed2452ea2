import type { Sampling } from '../trace-context.ts'
import type { AttributeValue } from './values.ts'

/** What OTLP carries. */
export type Signal = 'traces' | 'metrics' | 'logs'

/** Where telemetry goes: what the `OTEL_*` variables say. */
export interface TelemetryTarget {
  /** Whole addresses; a signal without one is not exported. */
  readonly addresses: Readonly<Partial<Record<Signal, string>>>
  readonly headers: Readonly<Record<string, string>>
  readonly encoding: 'json' | 'protobuf'
  readonly isCompressed: boolean
  /** For one request, its answer included. */
  readonly timeoutMs: number
  readonly resource: Readonly<Record<string, AttributeValue>>
  readonly sampling: Sampling
  readonly metricIntervalMs: number
}
