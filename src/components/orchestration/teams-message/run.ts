import { postToChat } from '../../common/chat-message.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

export const run = component(declaration, (context, { webhook, message }) => {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text: message, wrap: true }],
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content }
  return postToChat(context, webhook, { type: 'message', attachments: [attachment] })
})
