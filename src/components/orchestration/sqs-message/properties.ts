import Type from 'typebox'
import { awsFaults, awsProperties } from '../../common/aws-properties.ts'
import { code, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...awsProperties,
  queueName: text('Queue Name', 'A queue of the same account, or the URL of any queue'),
  message: code('Message', 'text'),
  messageGroupId: Type.Optional(text('Message Group Id', 'Of a FIFO queue')),
  delaySeconds: Type.Optional(text('Delay (seconds)', 'At most 900; not for FIFO queues')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['sqs-message'],
  title: 'SQS Message',
  summary: 'Sends a message to a queue of Amazon SQS',
  properties,
  effects: 'outside',
  validate: awsFaults,
  assets: ({ queueName }) => ({
    writes: [{ dataset: { namespace: 'sqs', name: queueName.split('/').at(-1) ?? queueName } }],
  }),
}
