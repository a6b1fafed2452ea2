import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { telemetryTarget } from './telemetry-target.ts'

const target = (env: Record<string, string>, role: 'api' | 'runner' = 'api') =>
  telemetryTarget(readSettings(env, {}).settings, role)
const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

test.each([
  ['no receiver is named', {}],
  ['the variable is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  ['it is disabled', { ...receiver, OTEL_SDK_DISABLED: 'true' }],
  [
    'no signal is wanted',
    { ...receiver, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
  ],
])('nothing is exported when %s', (_, env: Record<string, string>) => {
  expect(target(env)).toBeUndefined()
})

test('each signal has its address below that of all, or one of its own; runners send metrics only', () => {
  const own = {
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.example.com/in',
    OTEL_METRICS_EXPORTER: 'none',
  }
  expect(target({ ...receiver, ...own })?.addresses).toEqual({
    traces: 'http://collector:4318/v1/traces',
    logs: 'https://logs.example.com/in',
  })
  expect(target({ ...receiver, ...own }, 'runner')).toBeUndefined()
  expect(target(receiver, 'runner')?.addresses.metrics).toBe('http://collector:4318/v1/metrics')
})

test('headers and attributes are pairs that may be percent-encoded; the name of the service wins', () => {
  const made = target({
    ...receiver,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-tenant=42',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,team=data%20platform',
    OTEL_SERVICE_NAME: 'nightly',
  })
  expect(made?.headers).toEqual({ authorization: 'Bearer a,b', 'x-tenant': '42' })
  expect(made?.resource).toMatchObject({ 'service.name': 'nightly', team: 'data platform' })
})

test.each([
  ['parentbased_always_on', undefined, { ratio: 1, parentBased: true }],
  ['always_off', undefined, { ratio: 0, parentBased: false }],
  ['traceidratio', '0.25', { ratio: 0.25, parentBased: false }],
  ['parentbased_traceidratio', undefined, { ratio: 1, parentBased: true }],
])('%s with %s', (sampler, share, sampling) => {
  const arg = share === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: share }
  expect(target({ ...receiver, OTEL_TRACES_SAMPLER: sampler, ...arg })?.sampling).toEqual(sampling)
})

test('what is wrong is reported together, before anything starts', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: 'a',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  for (const name of Object.keys(wrong)) expect(() => target(wrong)).toThrow(name)
})
