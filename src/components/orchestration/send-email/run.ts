import { type Mail, type MailEncryption, sendMail } from '../../../lib/mail.ts'
import type { Outcome } from '../../../pipeline/flow-events.ts'
import { failure, success } from '../../common/outcome.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration, type EmailParameters } from './properties.ts'

const TIMEOUT_SECONDS = 120

/** Sends the message to everybody at once, in one exchange with the server. */
export const run = component(declaration, async (context, parameters): Promise<Outcome> => {
  const to = addressesOf(parameters.toRecipients)
  const cc = addressesOf(parameters.ccRecipients ?? [])
  const from = parameters.senderAddress.trim()
  const login = await loginOf(context, parameters)
  const faults = [
    ...(to.length === 0 ? ['To Recipients is empty'] : []),
    ...[...to, ...cc, from].filter((address) => !isAddress(address)).map(notAnAddress),
    ...('fault' in login ? [login.fault] : []),
  ]
  if (faults.length > 0 || 'fault' in login) return failure(faults.join('. '))
  const server = serverOf(parameters)
  if (login.login !== undefined && server.encryption === 'none') {
    context.log('The password goes over a connection that is not encrypted: enable SSL/TLS or STARTTLS')
  }
  const { replyAddress, subject = '', message = '' } = parameters
  const replyTo = replyAddress?.trim() || undefined
  const mail: Mail = {
    server,
    ...login,
    from,
    to,
    cc,
    replyTo,
    subject,
    text: message,
    messageId: context.idempotencyKey, // a repeat after a lost runner can be recognised
    timeoutSeconds: TIMEOUT_SECONDS,
  }
  const outcome = await sendMail(mail, context)
  return 'sent' in outcome ? success(outcome.sent) : failure(outcome.fault)
})

/**
 * A cell may hold several addresses, such as a variable with a list of them. Commas between quotes are part
 * of a name.
 */
const addressesOf = (cells: readonly string[]): readonly string[] =>
  cells
    .flatMap((cell) => cell.match(/(?:"[^"]*"|[^",;]|")+/g) ?? [])
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** `name@host` or `Name <name@host>` on one line: what it means beyond that is for the server to say. */
const isAddress = (text: string): boolean => /^[^\r\n]*[^\s<>@]@[^\s<>@]+>?$/.test(text)
const notAnAddress = (text: string): string => `"${text}" is not an e-mail address`

type Login = { readonly login: Mail['login'] } | { readonly fault: string }

async function loginOf(context: StepContext, parameters: EmailParameters): Promise<Login> {
  const user = parameters.smtpUsername?.trim() ?? ''
  const name = parameters.smtpPassword?.trim() ?? ''
  if (user === '') return { login: undefined }
  const pass = name === '' ? undefined : await context.secret(name)
  if (pass === undefined) return { fault: `This runner has no secret named "${name}" for the SMTP password` }
  return { login: { user, pass } }
}

function serverOf(parameters: EmailParameters): Mail['server'] {
  const encryption = encryptionOf(parameters)
  const usual = encryption === 'from-the-start' ? 465 : 587
  return {
    host: parameters.smtpHostname.trim(),
    port: Number(parameters.smtpPort?.trim() || usual),
    encryption,
  }
}

/**
 * A connection that is encrypted from the start has no use for STARTTLS; a file that says nothing takes what
 * is offered.
 */
function encryptionOf({
  enableSslTls,
  enableStarttls,
  enableStartTls,
  smtpPort,
}: EmailParameters): MailEncryption {
  const starttls = enableStarttls ?? enableStartTls
  if (enableSslTls === 'Yes') return 'from-the-start'
  if (starttls === 'Yes') return 'starttls'
  if (enableSslTls === undefined && starttls === undefined) {
    return smtpPort?.trim() === '465' ? 'from-the-start' : 'offered'
  }
  return 'none'
}
