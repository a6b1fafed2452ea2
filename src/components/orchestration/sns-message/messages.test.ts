import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { importSPKI, jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { type Arrived, sendJson, startWire, type Wire } from '../../../../test/support/wire.ts'
import { stepContext } from '../../testing/step-context.ts'
import { pubsubFaults } from '../pubsub-message/properties.ts'
import { run as pubsubMessage } from '../pubsub-message/run.ts'
import { run as slackMessage } from '../slack-message/run.ts'
import { run as sqsMessage } from '../sqs-message/run.ts'
import { run as teamsMessage } from '../teams-message/run.ts'
import { run as snsMessage } from './run.ts'

let wire: Wire
afterEach(() => wire.close())

const keys = { 'aws-access-key-id': 'AKIA', 'aws-secret-access-key': 'secret' }

/** Whether a request is signed for this service as AWS checks it. */
async function isSigned({ headers, body, method, url }: Arrived, service: string): Promise<boolean> {
  const {
    authorization,
    host,
    'x-amz-date': datetime,
    'content-type': type,
  } = headers as Record<string, string>
  const target = headers['x-amz-target'] as string | undefined
  const signer = new AwsV4Signer({
    method,
    url: `http://${host}${url}`,
    headers: { 'content-type': type!, ...(target !== undefined && { 'x-amz-target': target }) },
    body,
    service,
    region: 'eu-west-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
    datetime: datetime!,
  })
  return (await signer.sign()).headers.get('authorization') === authorization
}

type Answer = (form: URLSearchParams, response: ServerResponse) => void

async function startSns(publish: Answer) {
  wire = await startWire(async (request, response) => {
    const form = new URLSearchParams(request.body)
    const isIdentity = form.get('Action') === 'GetCallerIdentity'
    if (!(await isSigned(request, isIdentity ? 'sts' : 'sns')))
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (!isIdentity) return publish(form, response)
    response.end('<R><Account>123456789012</Account><Arn>arn:aws-cn:iam::123456789012:user/x</Arn></R>')
  })
}

const sns = (parameters: object, secrets: Record<string, string> = keys) =>
  snsMessage.run(stepContext({ secrets }), {
    awsRegion: 'eu-west-1',
    topicName: 'Insights',
    message: 'Loaded & done',
    endpoint: wire.origin,
    ...parameters,
  } as never)

test('SNS gets a message for a topic by its name or its ARN', async () => {
  await startSns((_, response) => response.end('<R><MessageId>m-1</MessageId></R>'))
  expect(await sns({ subject: 'It is 5 < 6' })).toMatchObject({
    result: 'SUCCESS',
    message: 'Published to arn:aws-cn:sns:eu-west-1:123456789012:Insights: message m-1',
  })
  const form = Object.fromEntries(new URLSearchParams(wire.arrived[1]!.body))
  expect(form).toMatchObject({ Action: 'Publish', Message: 'Loaded & done', Subject: 'It is 5 < 6' })
  const arn = 'arn:aws:sns:eu-west-1:1:Orders.fifo'
  expect(await sns({ topicName: arn, messageGroupId: 'g' })).toMatchObject({ result: 'SUCCESS' })
  const ordered = Object.fromEntries(new URLSearchParams(wire.arrived[2]!.body))
  expect(ordered).toMatchObject({
    TopicArn: arn,
    MessageGroupId: 'g',
    MessageDeduplicationId: expect.any(String),
  })
})

test('whose keys these are is asked of STS itself, unless the endpoint is on this machine', async () => {
  const hosts: string[] = []
  const context = stepContext({ secrets: keys })
  const fetch: typeof context.fetch = async (url) => {
    const { host } = new URL(String(url))
    hosts.push(host)
    const identity = '<R><Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/x</Arn></R>'
    return new Response(host.startsWith('sts.') ? identity : '<R><MessageId>m-1</MessageId></R>')
  }
  const endpoint = 'https://vpce-1.sns.eu-west-1.vpce.amazonaws.com'
  const parameters = { awsRegion: 'eu-west-1', topicName: 'Insights', message: 'x', endpoint }
  expect(await snsMessage.run({ ...context, fetch }, parameters as never)).toMatchObject({
    result: 'SUCCESS',
  })
  expect(hosts).toEqual(['sts.eu-west-1.amazonaws.com', 'vpce-1.sns.eu-west-1.vpce.amazonaws.com'])
})

test('what SNS refuses fails the step in its words, and so do missing keys and odd regions', async () => {
  await startSns((_, response) =>
    response.writeHead(404).end('<E><Code>NotFound</Code><Message>Topic does not exist</Message></E>'),
  )
  expect((await sns({})).message).toMatch(/answered 404 NotFound: Topic does not exist$/)
  expect((await sns({}, {})).message).toBe(
    'There is no secret named "aws-access-key-id". There is no secret named "aws-secret-access-key"',
  )
  expect((await sns({ awsRegion: 'x.evil.example/' })).message).toContain('it must be one like eu-west-1')
})

test('a message whose answer is lost is not sent twice, unless repeats are dropped', async () => {
  await startSns((_, response) => response.destroy())
  expect((await sns({ topicName: 'arn:aws:sns:eu-west-1:1:t' })).message).toContain('could not be reached')
  expect(wire.arrived).toHaveLength(1)
  await wire.close()
  let lost = 0
  await startSns((_, response) =>
    lost++ === 0 ? response.destroy() : response.end('<MessageId>2</MessageId>'),
  )
  expect(await sns({ topicName: 'arn:aws:sns:eu-west-1:1:t.fifo' })).toMatchObject({ result: 'SUCCESS' })
  expect(wire.arrived).toHaveLength(2)
})

test('SQS gets a message for a queue by its name', async () => {
  wire = await startWire(async (request, response) => {
    if (!(await isSigned(request, 'sqs'))) return void response.writeHead(403).end('{"__type":"Signature"}')
    const { QueueName, QueueUrl } = JSON.parse(request.body) as Record<string, string>
    if (QueueName === 'orders') return sendJson(response, { QueueUrl: 'https://sqs.test/1/orders' })
    if (QueueUrl === 'https://sqs.test/1/orders') return sendJson(response, { MessageId: 'm-2' })
    response.writeHead(400).end('{"__type":"com.amazonaws.sqs#QueueDoesNotExist"}')
  })
  const sqs = (parameters: object) =>
    sqsMessage.run(stepContext({ secrets: keys }), {
      awsRegion: 'eu-west-1',
      message: 'é',
      endpoint: wire.origin,
      ...parameters,
    } as never)
  expect(await sqs({ queueName: 'orders', delaySeconds: '5' })).toMatchObject({
    result: 'SUCCESS',
    message: 'Sent to https://sqs.test/1/orders: message m-2',
  })
  expect(wire.arrived.map(({ headers }) => headers['x-amz-target'])).toEqual([
    'AmazonSQS.GetQueueUrl',
    'AmazonSQS.SendMessage',
  ])
  expect(JSON.parse(wire.arrived[1]!.body)).toMatchObject({ MessageBody: 'é', DelaySeconds: 5 })
  expect((await sqs({ queueName: 'none' })).message).toContain('QueueDoesNotExist')
  expect((await sqs({ queueName: 'orders', delaySeconds: '901' })).message).toContain('from 0 to 900')
})

test('Pub/Sub gets a message with a token of the service account', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  wire = await startWire(async ({ url, headers, body }, response) => {
    if (url === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const key = await importSPKI(publicKey, 'RS256')
      const { payload } = await jwtVerify(assertion, key, { audience: 'https://google.test/token' })
      return sendJson(response, { access_token: `for ${String(payload['scope'])}`, expires_in: 3600 })
    }
    if (headers.authorization !== 'Bearer for https://www.googleapis.com/auth/pubsub')
      return void response.writeHead(401).end()
    if (url === '/v1/projects/shop-1/topics/orders:publish') return sendJson(response, { messageIds: ['9'] })
    response.writeHead(404).end('{"error":{"status":"NOT_FOUND"}}')
  })
  const account = { client_email: 'x@y', private_key: privateKey, token_uri: 'https://google.test/token' }
  const context = stepContext({ secrets: { 'gcs-service-account': JSON.stringify(account) } })
  const fetch: typeof context.fetch = (url, init) =>
    context.fetch(String(url).replace('https://google.test', wire.origin), init)
  const publish = (parameters: object) =>
    pubsubMessage.run({ ...context, fetch }, {
      project: 'shop-1',
      topicName: 'orders',
      message: 'done',
      attributes: [['kind', 'load']],
      endpoint: 'https://google.test',
      ...parameters,
    } as never)
  expect(await publish({})).toMatchObject({
    result: 'SUCCESS',
    message: 'Published to projects/shop-1/topics/orders: message 9',
  })
  expect(JSON.parse(wire.arrived[1]!.body)).toEqual({
    messages: [{ data: Buffer.from('done').toString('base64'), attributes: { kind: 'load' } }],
  })
  expect((await publish({ topicName: 'none' })).message).toContain('NOT_FOUND')
  expect((await publish({ serviceAccount: 'other' })).message).toContain('no secret named "other"')
  expect(pubsubFaults({ project: 'a/b', topicName: '../x', endpoint: 'http://x' })).toHaveLength(3)
})

test('Slack and Teams get their messages; the address of a webhook is a secret', async () => {
  wire = await startWire(({ url }, response) => {
    if (url === '/hooks/T1') response.end('ok')
    else response.writeHead(404).end('no_team')
  })
  const secrets = { chat: `${wire.origin}/hooks/T1`, old: `${wire.origin}/hooks/T0`, odd: 'xoxb' }
  const masks: string[] = []
  const context = { ...stepContext({ secrets }), mask: (secret: string) => void masks.push(secret) }
  expect(
    await slackMessage.run(context, { webhook: 'chat', message: 'It\'s "done"' } as never),
  ).toMatchObject({
    result: 'SUCCESS',
    message: `${new URL(wire.origin).host} accepted the message`,
  })
  expect(JSON.parse(wire.arrived[0]!.body)).toEqual({ text: 'It\'s "done"' })
  expect(masks).toEqual(['/hooks/T1'])
  await teamsMessage.run(context, { webhook: 'chat', message: 'done' } as never)
  expect(JSON.parse(wire.arrived[1]!.body)).toMatchObject({
    attachments: [{ content: { body: [{ text: 'done', wrap: true }] } }],
  })
  const gone = await slackMessage.run(context, { webhook: 'old', message: 'x' } as never)
  expect(gone.message).toMatch(/^127.0.0.1:\d+ answered 404 Not Found: no_team$/)
  expect((await slackMessage.run(context, { webhook: 'none', message: 'x' } as never)).message).toContain(
    '"none"',
  )
  expect((await slackMessage.run(context, { webhook: 'odd', message: 'x' } as never)).message).toBe(
    'The secret "odd" is not the address of a webhook',
  )
})
