import { describe, expect, test } from 'vitest'
import { parametersFrom, prescribedSet, propertiesOf, webhookFaults } from './properties.ts'

const good = {
  name: 'Tell',
  set: 'B',
  url: 'https://far.test',
  payloadTemplate: '[Custom]',
  payload: '{"a": "{{who}}"}',
  payloadVariables: [['who', 'Ada']],
  timeout: '60',
} as const

test('the warehouse says which set of properties a webhook has; else the file', () => {
  expect(['SNOWFLAKE', 'DATABRICKS', 'REDSHIFT', 'BIGQUERY', 'DUCKDB'].map(prescribedSet)).toEqual([
    ...['A', 'A', 'A', 'B'],
    undefined,
  ])
  const inA = { incomingWebhookUrl: 'https://far.test', payload: '{}' }
  expect(propertiesOf('Tell', inA, 'DUCKDB')).toMatchObject({
    set: 'A',
    url: 'https://far.test',
    payloadTemplate: '[Custom]',
  })
  expect(propertiesOf('Tell', {}, 'POSTGRES')).toMatchObject({
    set: 'B',
    timeout: '60',
    payloadVariables: [],
  })
  expect(propertiesOf('Tell', inA, 'BIGQUERY')).toMatchObject({ set: 'B', url: 'https://far.test' })
})

test('each set is written with its own keys, and what the editor does not know stays', () => {
  const before = { componentName: 'Old', url: 'x', payload: 'y', escapeJson: 'Yes' }
  expect(parametersFrom(good, before)).toEqual({
    componentName: 'Tell',
    url: 'https://far.test',
    payload: '{"a": "{{who}}"}',
    payloadVariables: [['who', 'Ada']],
    timeout: '60',
    escapeJson: 'Yes',
  })
  expect(parametersFrom({ ...good, set: 'A' }, before)).toEqual({
    componentName: 'Tell',
    incomingWebhookUrl: 'https://far.test',
    payloadTemplate: '[Custom]',
    payload: '{"a": "{{who}}"}',
    escapeJson: 'Yes',
  })
})

describe('what is wrong', () => {
  test('nothing of what is right', () => {
    expect(webhookFaults(good)).toEqual({})
    expect(webhookFaults({ ...good, url: 'HTTP://far.test', payload: '${all}' })).toEqual({})
    expect(webhookFaults({ ...good, url: '${address}' })).toEqual({})
  })

  test('the payload, in the words of the specification', () => {
    for (const payload of ["{'a': 1}", '', '{"a": 1,}', '{"a": ${n}']) {
      expect(webhookFaults({ ...good, payload, payloadVariables: [] })).toEqual({
        payload: 'Payload is not valid JSON',
      })
    }
    expect(webhookFaults({ ...good, set: 'A', payload: '{"a": {{who}}}' }).payload).toBeDefined()
  })

  test('an address without http, a timeout out of range, a value without its name', () => {
    expect(webhookFaults({ ...good, url: 'ftp://far.test' }).url).toBe(
      'URL must start with http:// or https://',
    )
    expect(webhookFaults({ ...good, set: 'A', url: '' }).url).toContain('Incoming Webhook URL')
    for (const timeout of ['', '0', '3601', 'soon', '1.5'])
      expect(webhookFaults({ ...good, timeout }).timeout).toBeDefined()
    expect(webhookFaults({ ...good, payloadVariables: [['whom', 'x']] }).payloadVariables).toContain(
      '{{whom}}',
    )
    expect(webhookFaults({ ...good, payloadVariables: [['', 'x']] }).payloadVariables).toContain('name')
    expect(webhookFaults({ ...good, name: ' ' }).name).toBeDefined()
  })
})
