import { hostname } from 'node:os'
import type { Signal, TelemetryTarget } from '../../lib/otlp/target.ts'
import type { Sampling } from '../../lib/trace-context.ts'
import { productVersion } from '../../lib/version.ts'
import type { Settings } from './settings.ts'
import { pairsOf } from './telemetry-settings.ts'

/** Where telemetry goes, or undefined when nothing is exported: the default. */
export function telemetryTarget(settings: Settings, role: 'api' | 'runner'): TelemetryTarget | undefined {
  if (settings.otelSdkDisabled) return undefined
  const addresses = addressesOf(settings)
  const isOn = role === 'api' ? Object.keys(addresses).length > 0 : addresses.metrics !== undefined
  if (!isOn) return undefined
  return {
    addresses,
    headers: pairsOf(settings.otelExporterOtlpHeaders ?? '') ?? {},
    encoding: settings.otelExporterOtlpProtocol === 'http/json' ? 'json' : 'protobuf',
    isCompressed: settings.otelExporterOtlpCompression === 'gzip',
    timeoutMs: settings.otelExporterOtlpTimeout,
    resource: {
      ...pairsOf(settings.otelResourceAttributes ?? ''),
      'service.name': settings.otelServiceName,
      'service.version': productVersion,
      'service.instance.id': `${hostname()}/${process.pid}`,
      'headrace.role': role,
    },
    sampling: samplingOf(settings),
    metricIntervalMs: settings.otelMetricExportInterval,
  }
}

function addressesOf(settings: Settings): Partial<Record<Signal, string>> {
  const all = settings.otelExporterOtlpEndpoint?.replace(/\/+$/, '')
  const address = (signal: Signal, own: string | undefined, exporter: 'otlp' | 'none') => {
    const chosen = own ?? (all === undefined ? undefined : `${all}/v1/${signal}`)
    return chosen === undefined || exporter === 'none' ? {} : { [signal]: chosen }
  }
  return {
    ...address('traces', settings.otelExporterOtlpTracesEndpoint, settings.otelTracesExporter),
    ...address('metrics', settings.otelExporterOtlpMetricsEndpoint, settings.otelMetricsExporter),
    ...address('logs', settings.otelExporterOtlpLogsEndpoint, settings.otelLogsExporter),
  }
}

function samplingOf({ otelTracesSampler: sampler, otelTracesSamplerArg: share = '1' }: Settings): Sampling {
  const kind = sampler.replace('parentbased_', '')
  const ratio = kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : Number(share)
  return { ratio, parentBased: sampler.startsWith('parentbased_') }
}
