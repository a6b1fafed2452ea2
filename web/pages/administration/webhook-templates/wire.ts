import type { components } from '../../../../openapi/types.generated.ts'

export const templatesPath = '/v1/webhook-templates'
export const templatePath = '/v1/webhook-templates/{webhookTemplateId}'
export type Template = components['schemas']['WebhookTemplate']
