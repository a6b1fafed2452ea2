import Type from 'typebox'
import { awsFaults, awsProperties } from '../../common/aws-properties.ts'
import { code, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...awsProperties,
  topicName: text('Topic Name', 'A topic of the same account, or the ARN of any topic'),
  subject: Type.Optional(text('Subject')),
  message: code('Message', 'text'),
  messageGroupId: Type.Optional(text('Message Group Id', 'Of a FIFO topic')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['sns-message'],
  title: 'SNS Message',
  summary: 'Publishes a message to a topic of Amazon SNS',
  properties,
  effects: 'outside',
  validate: awsFaults,
  assets: ({ topicName }) => ({
    writes: [{ dataset: { namespace: 'sns', name: topicName.split(':').at(-1) ?? topicName } }],
  }),
}
