import { isLoopbackHost } from '../../../lib/addresses.ts'
import { type AwsCredentials, awsAddress, awsCredentials, awsSigned } from '../../common/aws.ts'
import { awsFaults, awsSecretNames } from '../../common/aws-properties.ts'
import { failure, success } from '../../common/outcome.ts'
import { callService, type ServiceAnswer, ServiceError } from '../../common/service-call.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration } from './properties.ts'

const TIMEOUT_MS = 60_000

export const run = component(declaration, async (context, parameters) => {
  const faults = awsFaults(parameters)
  if (faults.length > 0) return failure(faults.join('. '))
  const credentials = await awsCredentials(context, awsSecretNames(parameters))
  if ('fault' in credentials) return failure(credentials.fault)
  const { awsRegion: region, endpoint = '', topicName, subject = '', message } = parameters
  const call = caller(context, credentials, region.trim(), endpoint.trim())
  try {
    const arn = await arnOf(call, topicName.trim(), region.trim())
    const isFifo = arn.endsWith('.fifo')
    const answer = await call('sns', '2010-03-31', {
      Action: 'Publish',
      TopicArn: arn,
      ...(subject !== '' && { Subject: subject }),
      Message: message,
      ...(isFifo && {
        MessageGroupId: parameters.messageGroupId || 'headrace',
        MessageDeduplicationId: context.idempotencyKey,
      }),
    })
    return success(`Published to ${arn}: message ${element(answer.text, 'MessageId') ?? ''}`.trimEnd())
  } catch (error) {
    if (error instanceof ServiceError) return failure(error.message)
    throw error
  }
})

type Call = (
  service: string,
  version: string,
  parameters: Readonly<Record<string, string>>,
) => Promise<ServiceAnswer>

/**
 * AWS's query protocol. What may have been published already is sent once more only where the topic drops
 * repeats.
 */
function caller(context: StepContext, credentials: AwsCredentials, region: string, endpoint: string): Call {
  return async (service, version, parameters) => {
    const body = new URLSearchParams({ ...parameters, Version: version }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    // An emulator is all services; the address of any other endpoint is that of SNS alone.
    const isOwn = service === 'sns' || isLoopbackHost(URL.parse(endpoint)?.hostname ?? '')
    const url = awsAddress(service, region, isOwn ? endpoint : '')
    const request = { method: 'POST' as const, url, headers, body }
    const resendsUnanswered = parameters['Action'] !== 'Publish' || 'MessageDeduplicationId' in parameters
    const answer = await callService(context, () => awsSigned(request, credentials, { service, region }), {
      timeoutMs: TIMEOUT_MS,
      resendsUnanswered,
    })
    if (answer.ok) return answer
    const reason = [element(answer.text, 'Code'), element(answer.text, 'Message')].filter(Boolean).join(': ')
    throw new ServiceError(
      reason === ''
        ? answer.shown
        : `${new URL(url).host} answered ${answer.status} ${context.masked(reason)}`,
    )
  }
}

/** A name is that of a topic in the account of the keys, which needs no permission to be asked for. */
async function arnOf(call: Call, topic: string, region: string): Promise<string> {
  if (topic.startsWith('arn:')) return topic
  const { text } = await call('sts', '2011-06-15', { Action: 'GetCallerIdentity' })
  const account = element(text, 'Account')
  const partition = element(text, 'Arn')?.split(':')[1]
  if (account === undefined || partition === undefined)
    throw new ServiceError(`AWS does not say whose keys these are: use the ARN of the topic ${topic}`)
  return `arn:${partition}:sns:${region}:${account}:${topic}`
}

/** The text of the first element of this name; answers of this protocol have no attributes there. */
const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
