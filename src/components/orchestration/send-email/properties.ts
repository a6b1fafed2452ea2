import Type from 'typebox'
import { wholeNumberFault } from '../../common/numbers.ts'
import { code, list, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  toRecipients: list('To Recipients'),
  ccRecipients: Type.Optional(list('Cc Recipients')),
  subject: Type.Optional(text('Subject')),
  message: Type.Optional(code('Message', 'text', 'Plain text')),
  senderAddress: text('Sender Address'),
  replyAddress: Type.Optional(text('Reply Address')),
  smtpHostname: text('SMTP Hostname'),
  smtpPort: Type.Optional(text('SMTP Port', '465 with SSL/TLS and 587 otherwise, by default')),
  smtpUsername: Type.Optional(text('SMTP Username')),
  smtpPassword: Type.Optional(text('SMTP Password', 'Name of a secret of the runner')),
  enableSslTls: Type.Optional(yesNo('Enable SSL/TLS')),
  enableStarttls: Type.Optional(yesNo('Enable STARTTLS')),
  enableStartTls: Type.Optional(yesNo('Enable STARTTLS')),
})
export type EmailParameters = Type.Static<typeof properties>

/**
 * The second version differs by the case of one key and by recipients that are no rows; both are read here.
 */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['send-email-v2', 'send-email'],
  title: 'Send Email',
  summary: 'Sends an e-mail through an SMTP server',
  properties,
  effects: 'outside',
  validate: (parameters) => {
    const faults = [...wholeNumberFault('SMTP Port', parameters['smtpPort'], { least: 1, most: 65_535 })]
    const { toRecipients, smtpUsername, smtpPassword } = parameters
    if (Array.isArray(toRecipients) && toRecipients.length === 0) faults.push('To Recipients is empty')
    if (smtpUsername && !smtpPassword) {
      faults.push('SMTP Username needs an SMTP Password: name the secret that contains it')
    }
    return faults
  },
}
