import type { Outcome } from '../../pipeline/flow-events.ts'
import type { StepContext } from '../component.ts'
import { failure, success } from './outcome.ts'
import { callService, ServiceError } from './service-call.ts'

const TIMEOUT_MS = 60_000

/** Posts to the incoming webhook of a chat. Its address is a secret: anybody who knows it can post. */
export async function postToChat(context: StepContext, secret: string, payload: object): Promise<Outcome> {
  const address = (await context.secret(secret.trim()))?.trim()
  if (address === undefined)
    return failure(`There is no secret named "${secret}" for the address of the webhook`)
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return failure(`The secret "${secret}" is not the address of a webhook`)
  context.mask(`${url.pathname}${url.search}`)
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST' as const, url: url.href, headers, body: JSON.stringify(payload) }
  try {
    const options = { timeoutMs: TIMEOUT_MS, resendsUnanswered: false }
    const answer = await callService(context, () => request, options)
    return answer.ok ? success(`${url.host} accepted the message`) : failure(answer.shown)
  } catch (error) {
    if (error instanceof ServiceError) return failure(error.message)
    throw error
  }
}
