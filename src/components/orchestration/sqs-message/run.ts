import { type AwsCredentials, awsAddress, awsCredentials, awsSigned } from '../../common/aws.ts'
import { awsFaults, awsSecretNames } from '../../common/aws-properties.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { failure, success } from '../../common/outcome.ts'
import { callService, jsonOf, member, ServiceError } from '../../common/service-call.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration } from './properties.ts'

const TIMEOUT_MS = 60_000

export const run = component(declaration, async (context, parameters) => {
  const { delaySeconds = '', queueName, message } = parameters
  const delay = delaySeconds.trim()
  const faults = [
    ...awsFaults(parameters),
    ...(delay === '' ? [] : wholeNumberFault('Delay (seconds)', delay, { least: 0, most: 900 })),
  ]
  if (faults.length > 0) return failure(faults.join('. '))
  const credentials = await awsCredentials(context, awsSecretNames(parameters))
  if ('fault' in credentials) return failure(credentials.fault)
  const call = caller(context, credentials, parameters.awsRegion.trim(), (parameters.endpoint ?? '').trim())
  try {
    const queue = await urlOf(call, queueName.trim())
    const isFifo = queue.endsWith('.fifo')
    const answer = await call('SendMessage', {
      QueueUrl: queue,
      MessageBody: message,
      ...(delay !== '' && { DelaySeconds: Number(delay) }),
      ...(isFifo && {
        MessageGroupId: parameters.messageGroupId || 'headrace',
        MessageDeduplicationId: context.idempotencyKey,
      }),
    })
    return success(`Sent to ${queue}: message ${String(member(answer, 'MessageId') ?? '')}`.trimEnd())
  } catch (error) {
    if (error instanceof ServiceError) return failure(error.message)
    throw error
  }
})

type Call = (action: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>

/**
 * AWS's JSON protocol. What may have been sent already is sent once more only where the queue drops repeats.
 */
function caller(context: StepContext, credentials: AwsCredentials, region: string, endpoint: string): Call {
  return async (action, content) => {
    const url = awsAddress('sqs', region, endpoint)
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` }
    const request = { method: 'POST' as const, url, headers, body: JSON.stringify(content) }
    const resendsUnanswered = action !== 'SendMessage' || 'MessageDeduplicationId' in content
    const answer = await callService(
      context,
      () => awsSigned(request, credentials, { service: 'sqs', region }),
      { timeoutMs: TIMEOUT_MS, resendsUnanswered },
    )
    if (!answer.ok) throw new ServiceError(answer.shown)
    return jsonOf(answer.text)
  }
}

async function urlOf(call: Call, queue: string): Promise<string> {
  if (/^https?:\/\//.test(queue)) return queue
  const url = member(await call('GetQueueUrl', { QueueName: queue }), 'QueueUrl')
  if (typeof url === 'string') return url
  throw new ServiceError(`AWS does not say where the queue ${queue} is`)
}
