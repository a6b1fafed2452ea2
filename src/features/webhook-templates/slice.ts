import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { webhookTemplateRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createWebhookTemplates } from './service.ts'

/** Payloads that webhooks begin with, for the whole installation. */
export function webhookTemplatesSlice({ db }: { readonly db: Db }): Slice {
  const templates = createWebhookTemplates(db)
  return { shapes: [schema], routes: (api) => webhookTemplateRoutes(api, templates) }
}
