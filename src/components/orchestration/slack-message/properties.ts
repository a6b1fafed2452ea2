import Type from 'typebox'
import { code, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  webhook: text('Webhook', 'Name of a secret that contains the address of an incoming webhook'),
  message: code('Message', 'text'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['slack-message'],
  title: 'Slack Message',
  summary: 'Posts a message to a channel of Slack',
  properties,
  effects: 'outside',
}
