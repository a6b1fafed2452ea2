import { flag, integer, oneOf, text } from './setting-kinds.ts'

const usedBy = ['start', 'api', 'runner'] as const
const onServers = ['start', 'api'] as const

const addressFault = (given: string): string | undefined =>
  /^https?:$/.test(URL.parse(given)?.protocol ?? '') ? undefined : 'must be an http(s) URL'

/**
 * The pairs of `a=b,c=d`, percent-decoded, as OpenTelemetry and W3C Baggage write them; undefined when it is
 * no such list.
 */
export function pairsOf(given: string): Record<string, string> | undefined {
  const pairs: [string, string][] = []
  for (const one of given.split(',').filter((part) => part.trim() !== '')) {
    const at = one.indexOf('=')
    if (at < 1) return undefined
    try {
      pairs.push([decodeURIComponent(one.slice(0, at).trim()), decodeURIComponent(one.slice(at + 1).trim())])
    } catch {
      return undefined
    }
  }
  return Object.fromEntries(pairs)
}

const pairsFault = (given: string): string | undefined =>
  pairsOf(given) === undefined
    ? 'must be pairs separated by commas, percent-encoded: name=value,other=value'
    : undefined

const headersFault = (given: string): string | undefined => {
  const names = Object.keys(pairsOf(given) ?? {})
  return (
    pairsFault(given) ??
    (names.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)) ? undefined : 'must be HTTP headers')
  )
}

const shareFault = (given: string): string | undefined =>
  /^(0?\.\d+|[01](\.0*)?)$/.test(given) ? undefined : 'must be a number from 0 to 1'

/** Where one kind of telemetry goes, instead of the address of all. */
const addressOf = (signal: 'TRACES' | 'METRICS' | 'LOGS', usedIn: readonly ('start' | 'api' | 'runner')[]) =>
  text(
    {
      env: `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`,
      flag: `otel-exporter-otlp-${signal.toLowerCase()}-endpoint`,
      usedBy: usedIn,
      summary: `Whole address for ${signal.toLowerCase()}, instead of that of OTEL_EXPORTER_OTLP_ENDPOINT`,
    },
    undefined,
    addressFault,
  )

const exporterOf = (signal: 'TRACES' | 'METRICS' | 'LOGS', usedIn: readonly ('start' | 'api' | 'runner')[]) =>
  oneOf(
    {
      env: `OTEL_${signal}_EXPORTER`,
      flag: `otel-${signal.toLowerCase()}-exporter`,
      usedBy: usedIn,
      summary: `Whether ${signal.toLowerCase()} are exported; none turns it off even if an address is set`,
    },
    'otlp',
    ['otlp', 'none'],
  )

/** Settings of OpenTelemetry by its own names: off until there is an address. */
export const telemetryDeclarations = {
  otelExporterOtlpEndpoint: text(
    {
      env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      flag: 'otel-exporter-otlp-endpoint',
      usedBy,
      summary:
        'OpenTelemetry receiver (OTLP over HTTP) of traces, metrics and logs of runs, e.g. http://collector:4318; none by default',
    },
    undefined,
    addressFault,
  ),
  otelExporterOtlpTracesEndpoint: addressOf('TRACES', onServers),
  otelExporterOtlpMetricsEndpoint: addressOf('METRICS', usedBy),
  otelExporterOtlpLogsEndpoint: addressOf('LOGS', onServers),
  otelTracesExporter: exporterOf('TRACES', onServers),
  otelMetricsExporter: exporterOf('METRICS', usedBy),
  otelLogsExporter: exporterOf('LOGS', onServers),
  otelExporterOtlpHeaders: text(
    {
      env: 'OTEL_EXPORTER_OTLP_HEADERS',
      flag: 'otel-exporter-otlp-headers',
      usedBy,
      summary: 'Headers for the receiver, e.g. authorization=Bearer%20…',
      secret: 'whole',
    },
    undefined,
    headersFault,
  ),
  otelExporterOtlpProtocol: oneOf(
    {
      env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
      flag: 'otel-exporter-otlp-protocol',
      usedBy,
      summary: 'Encoding of what is sent; gRPC is not supported',
    },
    'http/protobuf',
    ['http/protobuf', 'http/json'],
  ),
  otelExporterOtlpCompression: oneOf(
    {
      env: 'OTEL_EXPORTER_OTLP_COMPRESSION',
      flag: 'otel-exporter-otlp-compression',
      usedBy,
      summary: 'Compression of what is sent',
    },
    'none',
    ['none', 'gzip'],
  ),
  otelExporterOtlpTimeout: integer(
    {
      env: 'OTEL_EXPORTER_OTLP_TIMEOUT',
      flag: 'otel-exporter-otlp-timeout',
      usedBy,
      summary: 'Milliseconds to wait for a response of the receiver',
    },
    '10000',
    100,
    60_000,
  ),
  otelServiceName: text(
    {
      env: 'OTEL_SERVICE_NAME',
      flag: 'otel-service-name',
      usedBy,
      summary: 'Name of this service in telemetry: the attribute service.name',
    },
    'headrace',
  ),
  otelResourceAttributes: text(
    {
      env: 'OTEL_RESOURCE_ATTRIBUTES',
      flag: 'otel-resource-attributes',
      usedBy,
      summary: 'Attributes of all telemetry, e.g. deployment.environment.name=production',
    },
    undefined,
    pairsFault,
  ),
  otelTracesSampler: oneOf(
    {
      env: 'OTEL_TRACES_SAMPLER',
      flag: 'otel-traces-sampler',
      usedBy: onServers,
      summary: 'Which executions are recorded as traces; parentbased: as the caller decided, where it did',
    },
    'parentbased_always_on',
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
  ),
  otelTracesSamplerArg: text(
    {
      env: 'OTEL_TRACES_SAMPLER_ARG',
      flag: 'otel-traces-sampler-arg',
      usedBy: onServers,
      summary: 'Share of executions that traceidratio records, from 0 to 1; 1 by default',
    },
    undefined,
    shareFault,
  ),
  otelMetricExportInterval: integer(
    {
      env: 'OTEL_METRIC_EXPORT_INTERVAL',
      flag: 'otel-metric-export-interval',
      usedBy,
      summary: 'Milliseconds between two exports of metrics',
    },
    '60000',
    1_000,
    3_600_000,
  ),
  otelSdkDisabled: flag({
    env: 'OTEL_SDK_DISABLED',
    flag: 'otel-sdk-disabled',
    usedBy,
    summary: 'Export nothing, even if an address is set',
  }),
} as const
