import type { Socket } from 'node:net'

/** Whether and when the connection is encrypted. `offered`: as soon as the server offers it. */
export type MailEncryption = 'from-the-start' | 'starttls' | 'offered' | 'none'

export interface Mail {
  readonly server: { readonly host: string; readonly port: number; readonly encryption: MailEncryption }
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly replyTo: string | undefined
  readonly subject: string
  readonly text: string
  /** The same for a repeat, so that the receiver can recognise it. */
  readonly messageId: string
  /** For the whole exchange, from the connection on. */
  readonly timeoutSeconds: number
}

export interface MailTerms {
  /** Opens a TCP connection, under whatever guard the caller has. */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>
  readonly signal: AbortSignal
}

/**
 * What became of an e-mail, in words. `isFinal`: the server refused this message, and would refuse it again.
 */
export type MailOutcome = { readonly sent: string } | { readonly fault: string; readonly isFinal: boolean }

/** The server's replies may be long; a message about them need not be. */
const MAX_REPLY_CHARACTERS = 500

/**
 * Sends one e-mail. What the server refuses is a value, not an exception; only an abort by `signal` throws. A
 * refused recipient is a fault even when others were accepted, because somebody did not receive it.
 */
export async function sendMail(mail: Mail, { connect, signal: stop }: MailTerms): Promise<MailOutcome> {
  const { server, from, to, cc, replyTo, subject, text, messageId } = mail
  const timeout = AbortSignal.timeout(mail.timeoutSeconds * 1_000)
  const signal = AbortSignal.any([stop, timeout])
  try {
    // Loaded when first needed: most processes never send mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: server.host,
      port: server.port,
      ...tlsOptions(server.encryption),
      ...(mail.login && { auth: { ...mail.login }, forceAuth: true }), // else it would go without when not offered
      getSocket: (_, done) => {
        connect(server.host, server.port, signal).then((connection) => done(null, { connection }), done)
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
      messageId: `<${messageId}@headrace>`,
    })
    if (rejected.length > 0) {
      const fault = `${server.host} accepted ${accepted.join(', ')}, but refused ${rejected.join(', ')}`
      return { fault, isFinal: true }
    }
    return { sent: `${server.host} accepted the message for ${accepted.join(', ')}: ${brief(response)}` }
  } catch (error) {
    stop.throwIfAborted()
    if (timeout.aborted) {
      const fault = `${server.host}:${server.port} did not finish within ${mail.timeoutSeconds} s`
      return { fault, isFinal: false }
    }
    return { fault: explain(error, mail), isFinal: isRefusal(error) }
  }
}

function tlsOptions(encryption: MailEncryption) {
  if (encryption === 'from-the-start') return { secure: true }
  if (encryption === 'starttls') return { secure: false, requireTLS: true }
  return { secure: false, ignoreTLS: encryption === 'none' }
}

/** What the codes of the library mean for the person who configured the message. */
function explain(error: unknown, { server, login }: Mail): string {
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

/** A reply 5xx is permanent (RFC 5321 §4.2.1). */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}

const brief = (text: string): string =>
  text.length > MAX_REPLY_CHARACTERS ? `${text.slice(0, MAX_REPLY_CHARACTERS)}…` : text
