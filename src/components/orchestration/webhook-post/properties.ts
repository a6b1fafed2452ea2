import Type from 'typebox'
import { code, rows, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { type WebhookSettings, webhookFaults } from './rules.ts'

/**
 * Both property sets of the specification ("Webhook Post component properties"); rules.ts says which one
 * counts. The spelling of titles is the specification's.
 */
export const webhookProperties = Type.Object({
  incomingWebhookUrl: Type.Optional(text('Incoming Webhook URL', 'Set A. Starts with http:// or https://')),
  payloadTemplate: Type.Optional(
    text('Payload Template', 'Set A. Template of the payload, [Custom] by default'),
  ),
  url: Type.Optional(text('URL', 'Set B. Starts with http:// or https://')),
  payload: code('Payload', 'json', 'JSON. Variables are written ${variable}'),
  payloadVariables: Type.Optional(rows('Payload variables', 'name', 'value')),
  timeout: Type.Optional(text('Timeout (seconds)', 'Set B. 1 to 3600, 60 by default')),
  escapeJson: Type.Optional(yesNo('Escape JSON')),
})
export type WebhookParameters = Type.Static<typeof webhookProperties>

/** Specification, Events 1; decisions.md §13. */
export const declaration: ComponentProperties<typeof webhookProperties> = {
  types: ['webhook-post'],
  title: 'Webhook Post',
  summary: 'Sends an HTTP webhook with a JSON payload',
  properties: webhookProperties,
  verbatim: ['payload'], // so that substituted values can be escaped
  effects: 'outside',
  links: { incoming: 'one', outgoing: 'many' },
  validate: (parameters, { warehouse, running }) =>
    running ? [] : webhookFaults(parameters as WebhookSettings, warehouse), // the run itself checks all of it
  assets: ({ url, incomingWebhookUrl }) => ({
    // The path of a webhook is often its password.
    writes: [url, incomingWebhookUrl].flatMap((address) => {
      const parsed = URL.parse((address ?? '').trim())
      return parsed === null ? [] : [{ address: parsed.origin }]
    }),
  }),
}
