import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Log } from '../../lib/log.ts'
import type { OtlpClient } from '../../lib/otlp/client.ts'
import type { Figure } from '../../lib/otlp/figures.ts'
import type { TelemetryTarget } from '../../lib/otlp/target.ts'
import type { Resource } from '../../lib/otlp/values.ts'
import { Exporter } from './export.ts'
import { createRunFigures } from './run-figures.ts'

/** Where this process sends telemetry, with what it says of itself. */
export interface Telemetry extends Pick<TelemetryTarget, 'addresses' | 'sampling' | 'metricIntervalMs'> {
  readonly client: OtlpClient
  readonly resource: Resource
}

export interface TelemetrySliceOptions {
  readonly db: Db
  readonly log: Log
  /** Undefined: nothing is exported, and nothing is done. */
  readonly telemetry: Telemetry | undefined
}

/** Exports runs by OpenTelemetry, where its variables say so. */
export function telemetrySlice({ db, log, telemetry }: TelemetrySliceOptions): Slice & {
  readonly figures: () => readonly Figure[]
} {
  if (telemetry === undefined) return { figures: () => [] }
  const { client, resource } = telemetry
  const runs = createRunFigures()
  const exporter = new Exporter({ db, log, client, target: telemetry, resource, figures: runs })
  const { counts } = exporter
  return {
    services: [exporter],
    measured: [
      {
        name: 'headrace_telemetry_exported_executions',
        help: 'Executions that this server exported by OTLP',
        read: () => counts.executions,
      },
      {
        name: 'headrace_telemetry_dropped_executions',
        help: 'Executions that were not exported, because too many waited',
        read: () => counts.droppedExecutions,
      },
      {
        name: 'headrace_telemetry_refused_items',
        help: 'Spans and log records that the receiver refused',
        read: () => counts.refusedItems,
      },
    ],
    figures: runs.figures,
  }
}
