import type { Log } from '../lib/log.ts'
import { createOtlpClient } from '../lib/otlp/client.ts'
import { metricsService } from '../lib/otlp/metrics.ts'
import type { TelemetryTarget } from '../lib/otlp/target.ts'
import { attributesOf } from '../lib/otlp/values.ts'
import { keepRunning } from '../lib/service.ts'
import { type RunnerActivity, runnerFigures } from './actuator.ts'

/** Sends what the actuator says by OTLP until `signal` aborts. Does nothing where no receiver is named. */
export async function exportMetrics(
  target: TelemetryTarget | undefined,
  activity: () => RunnerActivity,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (target === undefined) return
  const service = metricsService({
    client: createOtlpClient(target),
    target,
    resource: { attributes: attributesOf(target.resource) },
    figures: async () => runnerFigures(activity()),
    log,
  })
  await keepRunning(service, signal, log)
}
