import type { Outcome } from '../../../pipeline/flow-events.ts'
import { failure } from '../../common/outcome.ts'
import { component, type StepContext } from '../../component.ts'
import { escapeJsonText, isJson, replacePayloadVariables } from './payload.ts'
import { declaration, type WebhookParameters } from './properties.ts'
import { DEFAULT_TIMEOUT_SECONDS, invalidPayload, propertySet, settingFaults } from './rules.ts'
import { sendWebhook } from './send.ts'

/**
 * decisions.md §13: `${…}` is replaced first, then `{{name}}` (set B), then the result must be JSON, then it
 * is posted once. An answer other than 2xx fails the step.
 */
export const run = component(declaration, async (context, parameters): Promise<Outcome> => {
  const faults = settingFaults(parameters, context.warehouseKind)
  if (faults.length > 0) return failure(faults.join('. '))
  const set = propertySet(parameters, context.warehouseKind)
  const body = await payloadOf(context, parameters, set === 'B')
  if (!isJson(body)) return failure(invalidPayload)

  const url = set === 'A' ? parameters.incomingWebhookUrl : parameters.url
  const seconds =
    set === 'B' ? Number(parameters.timeout || DEFAULT_TIMEOUT_SECONDS) : DEFAULT_TIMEOUT_SECONDS
  return sendWebhook(
    {
      url: new URL((url ?? '').trim()),
      body,
      timeoutSeconds: seconds,
      idempotencyKey: context.idempotencyKey,
      traceHeaders: context.traceHeaders,
    },
    context.post,
    context.signal,
  )
})

async function payloadOf(
  context: StepContext,
  { payload, payloadVariables = [], escapeJson }: WebhookParameters,
  withPayloadVariables: boolean,
): Promise<string> {
  const escapeValue = escapeJson === 'Yes' ? escapeJsonText : undefined
  const resolved = await context.resolve(payload, escapeValue)
  return withPayloadVariables ? replacePayloadVariables(resolved, payloadVariables, escapeValue) : resolved
}
