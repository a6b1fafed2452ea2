import type { Outcome } from '../../../pipeline/flow-events.ts'
import { failure, success } from '../../common/outcome.ts'
import type { StepContext } from '../../component.ts'

/** Whether and when the connection is encrypted. `offered`: as soon as the server offers it. */
export type Encryption = 'from-the-start' | 'starttls' | 'offered' | 'none'

export interface Email {
  readonly server: { readonly host: string; readonly port: number; readonly encryption: Encryption }
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly replyTo: string | undefined
  readonly subject: string
  readonly text: string
  /** For the whole exchange, from the connection on. */
  readonly timeoutSeconds: number
}

/** The server's replies may be long; a step's message need not be. */
const MAX_REPLY_CHARACTERS = 500

/**
 * Sends one e-mail. What the server refuses is an outcome, not an exception; only an abort by the context's signal
 * throws. A refused recipient fails the step even when others were accepted, because somebody did not receive
 * it.
 */
export async function sendOne(email: Email, context: StepContext): Promise<Outcome> {
  const { server, from, to, cc, replyTo, subject, text } = email
  const timeout = AbortSignal.timeout(email.timeoutSeconds * 1_000)
  const signal = AbortSignal.any([context.signal, timeout])
  try {
    // Loaded when first needed: most runners never send mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: server.host,
      port: server.port,
      ...tlsOptions(server.encryption),
      ...(email.login && { auth: { ...email.login }, forceAuth: true }), // else it would go without when not offered
      getSocket: (_, done) => {
        context
          .connect(server.host, server.port, signal)
          .then((connection) => done(null, { connection }), done)
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { rejected, accepted, response } = await transport.sendMail({
      from,
      to: [...to],
      cc: [...cc],
      subject,
      text,
      signal,
      ...(replyTo === undefined ? {} : { replyTo }),
      messageId: `<${context.idempotencyKey}@headrace>`, // a repeat after a lost runner can be recognised
    })
    if (rejected.length > 0) {
      return failure(`${server.host} accepted ${accepted.join(', ')}, but refused ${rejected.join(', ')}`)
    }
    return success(`${server.host} accepted the message for ${accepted.join(', ')}: ${brief(response)}`)
  } catch (error) {
    context.signal.throwIfAborted()
    if (timeout.aborted) {
      return failure(`${server.host}:${server.port} did not finish within ${email.timeoutSeconds} s`)
    }
    return failure(explain(error, email))
  }
}

function tlsOptions(encryption: Encryption) {
  if (encryption === 'from-the-start') return { secure: true }
  if (encryption === 'starttls') return { secure: false, requireTLS: true }
  return { secure: false, ignoreTLS: encryption === 'none' }
}

/** What the codes of the library mean for the person who wrote the pipeline. */
function explain(error: unknown, { server, login }: Email): string {
  const { message, code, command, response } = error as NodeJS.ErrnoException & {
    readonly command?: string
    readonly response?: string
  }
  const place = `${server.host}:${server.port}`
  const said = brief(response ?? message)
  if (code === 'EAUTH') return `${place} refused the login of "${login?.user}": ${said}`
  if (code === 'ETLS') return `${place} could not be reached securely: ${said}`
  if (code === 'EENVELOPE') return `${place} refused the sender or every recipient: ${said}`
  if (response !== undefined) return `${place} refused the message (${command ?? 'SMTP'}): ${said}`
  return `${place} could not be used: ${said}`
}

const brief = (text: string): string =>
  text.length > MAX_REPLY_CHARACTERS ? `${text.slice(0, MAX_REPLY_CHARACTERS)}…` : text
