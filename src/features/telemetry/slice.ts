import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Log } from '../../lib/log.ts'
import type { OtlpClient } from '../../lib/otlp/client.ts'
import type { Figure } from '../../lib/otlp/figures.ts'
import type { Signal, TelemetryTarget } from '../../lib/otlp/target.ts'
import type { Resource } from '../../lib/otlp/values.ts'
import { createPasses } from '../../lib/service.ts'
import { type ExportCounts, Exporter } from './export.ts'
import { takeOverEnds } from './outbox-store.ts'
import { createRunFigures } from './run-figures.ts'
import { figuresExport, logsExport, tracesExport } from './signals.ts'

const TAKE_OVER_MS = 60_000

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
  const sources = { db, resource, sampling: telemetry.sampling, figures: runs }
  const counts: ExportCounts = { executions: 0, droppedExecutions: 0, refusedItems: 0 }
  const exports = { traces: tracesExport, metrics: figuresExport, logs: logsExport }
  const signals = Object.keys(telemetry.addresses) as Signal[]
  const services = signals.map((signal) => {
    const exportSignal = exports[signal](sources)
    return new Exporter({ db, log, client, signal, exportSignal, counts })
  })
  const takeOver = createPasses(log)('take over runs to export', TAKE_OVER_MS, () =>
    takeOverEnds(db, signals),
  )
  return {
    services,
    passes: [takeOver],
    measured: [
      {
        name: 'headrace_telemetry_exported_executions',
        help: 'Executions that this server exported by OTLP, counted for each signal',
        read: () => counts.executions,
      },
      {
        name: 'headrace_telemetry_dropped_executions',
        help: 'Executions that were not exported, because too many waited, counted for each signal',
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
