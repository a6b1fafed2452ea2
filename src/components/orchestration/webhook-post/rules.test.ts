import { expect, test } from 'vitest'
import { componentCatalog } from '../../catalog.ts'
import { isJson, withoutExpressions } from './payload.ts'
import { declaration } from './properties.ts'

function faultsOf(parameters: Record<string, string | string[][] | null>, warehouse?: string) {
  const component = {
    name: 'Tell',
    type: 'webhook-post',
    parameters: { componentName: 'Tell', ...parameters },
    transitions: {},
    sources: [],
    iterationTarget: undefined,
    postProcessing: undefined,
    skipped: false,
    line: 1,
  }
  return componentCatalog.parameterFaults(component, { warehouse })?.map(({ message }) => message)
}

const good = 'https://far.test/hook'

test('the warehouse of the project says which set of properties a webhook has', () => {
  for (const warehouse of ['SNOWFLAKE', 'DATABRICKS', 'REDSHIFT']) {
    expect(
      faultsOf({ incomingWebhookUrl: good, payloadTemplate: '[Custom]', payload: '{}' }, warehouse),
    ).toEqual([])
    expect(faultsOf({ url: good, payload: '{}' }, warehouse)).toContain('Incoming Webhook URL is missing')
  }
  expect(faultsOf({ url: good, payload: '{}', timeout: '60' }, 'BIGQUERY')).toEqual([])
  expect(faultsOf({ incomingWebhookUrl: good, payload: '{}' }, 'BIGQUERY')).toContain('URL is missing')
  for (const warehouse of ['DUCKDB', 'POSTGRES', 'MYSQL', undefined]) {
    expect(faultsOf({ incomingWebhookUrl: good, payload: '{}' }, warehouse)).toEqual([])
    expect(faultsOf({ url: good, payload: '{}' }, warehouse)).toEqual([])
    expect(faultsOf({ url: good, incomingWebhookUrl: good, payload: '{}' }, warehouse)).toHaveLength(1)
  }
})

test('the template is only where a payload came from, so any name will do', () => {
  const properties = { incomingWebhookUrl: good, payloadTemplate: 'Deleted since', payload: '{}' }
  expect(faultsOf(properties, 'SNOWFLAKE')).toEqual([])
})

test('an address with credentials is rejected without repeating it', () => {
  const bad = [
    'https://ada:s3cret@far.test/hook',
    'https://s3cret@far.test/hook',
    'https:///ada:s3cret@far.test/hook',
    'https://ada:${password}@far.test/hook',
    'https://${user}:s3cret@${host}/hook',
  ]
  for (const url of bad)
    expect(faultsOf({ url, payload: '{}' })).toEqual(['URL must not contain a user name or password'])
  expect(faultsOf({ url: 'https://far.test/hook/@ada', payload: '{}' })).toEqual([])
})

test('every fault of a webhook is listed', () => {
  const faults = faultsOf({
    url: 'far.test',
    payload: '{',
    timeout: 'soon',
    payloadVariables: [['who', 'Ada']],
  })
  expect(faults).toEqual([
    'URL must start with http:// or https://',
    'Timeout (seconds) is "soon"; it must be a whole number from 1 to 3600',
    'Payload is not valid JSON',
    'Payload variables name "who", but the payload has no {{who}}',
  ])
  expect(faultsOf({ url: good, payload: null })).toEqual(['Payload ("payload") is missing'])
})

test('validation takes expressions for something that fits, and still sees what never can be JSON', () => {
  for (const payload of [
    '{"a": ${n}, "b": "x ${t} y"}',
    '${all}',
    '{${members}, "b": [${items}]}',
    '{"${key}": 1}',
    '{${key}: 1}',
    '{"a": ${b ? "{" : "}"}}',
    '{"a": ${a}${b}}',
    '{"escaped": "a \\"${t}\\" b"}',
  ]) {
    expect([payload, isJson(withoutExpressions(payload, false))]).toEqual([payload, true])
  }
  for (const payload of ["{'a': '${t}'}", '{"a": ${n}', '{"a" ${n}}']) {
    expect([payload, isJson(withoutExpressions(payload, false))]).toEqual([payload, false])
  }
})

test.each([
  ' https://hooks.example/services/T1/B2/abc',
  'https://hooks.example\\x\\secret',
  'https://me:hush@hooks.example/a?b#c',
])('the asset of the webhook %s is its host', (url) => {
  expect(declaration.assets?.({ url, payload: '' })).toEqual({
    writes: [{ address: 'https://hooks.example' }],
  })
})
