import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJson, withoutExpressions } from '../../src/components/orchestration/webhook-post/payload.ts'
import { webhookFaults } from '../../src/components/orchestration/webhook-post/rules.ts'
import { isPayload } from '../../web/components/webhook/payload.ts'
import {
  parametersFrom,
  webhookFaults as shownFaults,
  type WebhookProperties,
} from '../../web/components/webhook/properties.ts'

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '1',
  'x',
  '\\',
  '${n}',
  '{{who}}',
  ' ',
  '${a ? {b: 1} : 2}',
]
const payload = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.constantFrom('{"a": "{{who}}"}', '{"a": ${n}}', '{${members}}', '{"${key}": [1, {{who}}]}', "{'a': 1}"),
)

test('the editor of the interface and validation call the same payloads JSON', () => {
  fc.assert(
    fc.property(payload, fc.boolean(), (text, withVariables) => {
      expect(isPayload(text, withVariables)).toBe(isJson(withoutExpressions(text, withVariables)))
    }),
    { numRuns: 2_000 },
  )
})

test('what the editor finds faultless, validation accepts, with either set of properties', () => {
  const properties: fc.Arbitrary<WebhookProperties> = fc.record({
    name: fc.constant('Tell'),
    set: fc.constantFrom('A', 'B'),
    url: fc.constantFrom('https://far.test/hook', 'http://far.test', 'far.test', '${address}', ''),
    payloadTemplate: fc.constantFrom('[Custom]', 'Chat message'),
    payload,
    payloadVariables: fc.constantFrom([], [['who', 'Ada']], [['nobody', 'x']]),
    timeout: fc.constantFrom('1', '60', '3600', '3601', '0', 'soon', ''),
  })
  let agreed = 0
  fc.assert(
    fc.property(properties, (one) => {
      if (Object.keys(shownFaults(one)).length > 0) return
      agreed += 1
      expect(webhookFaults(parametersFrom(one, {}), one.set === 'A' ? 'SNOWFLAKE' : 'BIGQUERY')).toEqual([])
    }),
    { numRuns: 2_000 },
  )
  expect(agreed).toBeGreaterThan(20)
})
