import { withoutTrailing } from '../../../lib/without-trailing.ts'
import { serviceAccountOf, tokenFor } from '../../common/object-stores/google-token.ts'
import { StoreError } from '../../common/object-stores/sender.ts'
import { failure, success } from '../../common/outcome.ts'
import { callService, jsonOf, member, ServiceError } from '../../common/service-call.ts'
import { component } from '../../component.ts'
import { declaration, pubsubFaults } from './properties.ts'

const TIMEOUT_MS = 60_000
const SCOPE = 'https://www.googleapis.com/auth/pubsub'

export const run = component(declaration, async (context, parameters) => {
  const faults = pubsubFaults(parameters)
  if (faults.length > 0) return failure(faults.join('. '))
  const secret = parameters.serviceAccount?.trim() || 'gcs-service-account'
  const account = serviceAccountOf((await context.secret(secret)) ?? '')
  if (account === undefined)
    return failure(
      `There is no secret named "${secret}" that contains the JSON key file of a service account`,
    )
  const { project, topicName, message, attributes = [], orderingKey = '' } = parameters
  const topic = `projects/${project.trim()}/topics/${topicName.trim()}`
  const base = withoutTrailing(parameters.endpoint?.trim() || 'https://pubsub.googleapis.com', '/')
  const content = {
    data: Buffer.from(message).toString('base64'),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(orderingKey !== '' && { orderingKey }),
  }
  try {
    const { value } = await tokenFor(account, { ...context, scope: SCOPE })
    context.mask(value)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${value}` }
    const body = JSON.stringify({ messages: [content] })
    const request = { method: 'POST' as const, url: `${base}/v1/${topic}:publish`, headers, body }
    const answer = await callService(context, () => request, {
      timeoutMs: TIMEOUT_MS,
      resendsUnanswered: false,
    })
    if (!answer.ok) return failure(answer.shown)
    const ids = member(jsonOf(answer.text), 'messageIds')
    return success(`Published to ${topic}: message ${Array.isArray(ids) ? ids.join(', ') : ''}`.trimEnd())
  } catch (error) {
    if (error instanceof ServiceError || error instanceof StoreError) return failure(error.message)
    throw error
  }
})
