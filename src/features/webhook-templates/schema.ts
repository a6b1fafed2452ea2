import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'

const MAX_PAYLOAD_CHARACTERS = 65_536

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Unique in the installation without regard to case; [Custom] is built in',
  examples: ['Chat message'],
})
const Payload = Type.String({
  maxLength: MAX_PAYLOAD_CHARACTERS,
  description:
    'The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it',
  examples: ['{"text": "Loaded ${row_count} rows"}'],
})

/** A payload that a Webhook Post can begin with (decisions.md §13). */
export const WebhookTemplate = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Name,
  payload: Payload,
  updatedAt: Type.String({ format: 'date-time' }),
  updatedBy: Type.String(),
})
export const NewWebhookTemplate = Type.Object(
  { name: Name, payload: Payload },
  { additionalProperties: false },
)
export const WebhookTemplatePatch = Type.Object(
  { name: Type.Optional(Name), payload: Type.Optional(Payload) },
  { additionalProperties: false },
)
export const WebhookTemplatePage = pageOf(WebhookTemplate)
export const WebhookTemplatePath = Type.Object({ webhookTemplateId: Type.String({ format: 'uuid' }) })

export type WebhookTemplate = Static<typeof WebhookTemplate>
export type NewWebhookTemplate = Static<typeof NewWebhookTemplate>
export type WebhookTemplatePatch = Static<typeof WebhookTemplatePatch>
