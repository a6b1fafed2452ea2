import { postToChat } from '../../common/chat-message.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

export const run = component(declaration, (context, { webhook, message }) =>
  postToChat(context, webhook, { text: message }),
)
