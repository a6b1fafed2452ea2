import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { localhostCertificate } from '../../../../test/support/certificate.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { run as sendEmailRun } from './run.ts'

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | undefined
  readonly secure: boolean
  readonly text: string
}

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
afterAll(() => setDefaultCACertificates(trusted))

const open: { close(done: () => void): void }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise<void>((done) => server.close(done))
})

/** A real SMTP server on loopback that keeps what it takes. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right-password' ? done(null, { user: username }) : done(new Error('Invalid credentials')),
    onData: (stream, session, done) => {
      stream.toArray().then((chunks) => {
        received.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user === undefined ? undefined : String(session.user),
          secure: session.secure,
          text: Buffer.concat(chunks).toString(),
        })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined) // a client that turns away is part of these tests
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  open.push(server)
  return { port: (server.server.address() as AddressInfo).port, received }
}

const message = {
  toRecipients: [['ada@example.test']],
  subject: 'Loaded 42 rows',
  message: 'All is well.\nReally: żółć.',
  senderAddress: 'Pipelines <pipelines@example.test>',
  smtpHostname: 'localhost',
}
const plain = { enableSslTls: 'No', enableStarttls: 'No' }

function run(parameters: object, step: TestStep = {}) {
  const context = stepContext({ secrets: { 'smtp-password': 'right-password', wrong: 'mistaken' }, ...step })
  const sent = sendEmailRun.run(context, { ...message, ...parameters } as never)
  return Object.assign(sent, { context })
}

test('a message reaches every recipient once, with subject, sender and text', async () => {
  const { port, received } = await mailServer()
  const outcome = await run({
    ...plain,
    smtpPort: port,
    toRecipients: [['ada@example.test, "Hopper, Grace" <grace@example.test>']],
    ccRecipients: ['linus@example.test'],
    replyAddress: 'team@example.test',
  })

  expect(outcome).toMatchObject({ result: 'SUCCESS', message: expect.stringContaining('ada@example.test') })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    from: 'pipelines@example.test',
    to: ['ada@example.test', 'grace@example.test', 'linus@example.test'],
    secure: false,
    user: undefined,
  })
  expect(received[0]!.text).toMatch(/^Subject: Loaded 42 rows\r$/m)
  expect(received[0]!.text).toMatch(/^Cc: linus@example.test\r$/m)
  expect(received[0]!.text).toMatch(/^Reply-To: team@example.test\r$/m)
  expect(received[0]!.text).toContain(`<${stepContext().idempotencyKey}@headrace>`)
})

test('STARTTLS encrypts before the login, SSL/TLS from the start, and the password is a named secret', async () => {
  const login = { smtpUsername: 'pipelines', smtpPassword: 'smtp-password' }
  const upgraded = await mailServer({ authOptional: false })
  const secure = await mailServer({ secure: true, authOptional: false })

  const first = await run({ ...login, smtpPort: upgraded.port, enableSslTls: 'No', enableStartTls: 'Yes' })
  const second = await run({ ...login, smtpPort: secure.port, enableSslTls: 'Yes', enableStarttls: 'No' })
  const third = await run({ ...login, smtpPort: upgraded.port })

  expect([first.result, second.result, third.result]).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
  expect([...upgraded.received, ...secure.received]).toMatchObject(
    Array.from({ length: 3 }, () => ({ user: 'pipelines', secure: true })),
  )
})

test('a login over a connection that is not encrypted is reported in the log', async () => {
  const { port } = await mailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  const sent = run({ ...plain, smtpPort: port, smtpUsername: 'p', smtpPassword: 'smtp-password' })
  expect((await sent).result).toBe('SUCCESS')
  expect(sent.context.lines).toEqual([expect.stringContaining('not encrypted')])
})

test('a login that cannot be made or is refused fails the step without the password', async () => {
  const { port, received } = await mailServer()
  const login = { smtpPort: port, enableStarttls: 'Yes', smtpUsername: 'pipelines' }

  const refused = await run({ ...login, smtpPassword: 'wrong' })
  expect(refused).toMatchObject({ result: 'FAILED', message: expect.stringContaining('refused the login') })
  expect(refused.message).not.toContain('mistaken')
  expect((await run({ ...login, smtpPassword: 'nobody-has-it' })).message).toContain('no secret named')

  const without = await mailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  const noLogin = await run({ ...login, ...plain, smtpPort: without.port, smtpPassword: 'smtp-password' })
  expect(noLogin.result).toBe('FAILED')
  expect([...received, ...without.received]).toEqual([])
})

test('STARTTLS that a server does not offer, or an untrusted certificate, fails before anything is sent', async () => {
  const bare = await mailServer({ disabledCommands: ['STARTTLS'] })
  expect(await run({ smtpPort: bare.port, enableStarttls: 'Yes' })).toMatchObject({ result: 'FAILED' })

  const stranger = await mailServer({ ...localhostCertificate(), secure: true })
  const outcome = await run({ smtpPort: stranger.port, enableSslTls: 'Yes' })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringMatching(/self.signed/i) })
  expect([...bare.received, ...stranger.received]).toEqual([])
})

test('one refused recipient fails the step and names who received it and who did not', async () => {
  const { port } = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(new Error('No such user')) : done(),
  })
  const both = [['ada@example.test'], ['nobody@example.test']]
  const outcome = await run({ ...plain, smtpPort: port, toRecipients: both })
  expect(outcome.result).toBe('FAILED')
  expect(outcome.message).toMatch(/accepted ada@example.test, but refused nobody@example.test/)

  const none = await run({ ...plain, smtpPort: port, toRecipients: ['nobody@example.test'] })
  expect(none).toMatchObject({ result: 'FAILED', message: expect.stringContaining('No such user') })
})

test('a message the server refuses fails the step with its words', async () => {
  const full = Object.assign(new Error('Mailbox full'), { responseCode: 552 })
  const { port } = await mailServer({
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done(full))
    },
  })
  const outcome = await run({ ...plain, smtpPort: port })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('Mailbox full') })
})

test('private addresses are refused by policy, metadata services always', async () => {
  const { port, received } = await mailServer()
  const guarded = await run({ ...plain, smtpPort: port }, { allowPrivateAddresses: false })
  expect(guarded.message).toContain('HEADRACE_ALLOW_PRIVATE_ADDRESSES')
  const metadata = await run({ ...plain, smtpHostname: '169.254.169.254', smtpPort: 25 })
  expect(metadata).toMatchObject({ result: 'FAILED', message: expect.stringContaining('must not reach') })
  expect(received).toEqual([])
})

test('cancelling ends the exchange and is no outcome', async () => {
  const controller = new AbortController()
  const silent = createServer(() => controller.abort(new Error('cancelled'))) // takes the call, says nothing
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  open.push(silent)
  const port = (silent.address() as AddressInfo).port
  await expect(run({ ...plain, smtpPort: port }, { signal: controller.signal })).rejects.toThrow('cancelled')
})

test('a long list of recipients is taken apart at once', async () => {
  expect(await run({ toRecipients: [[',;'.repeat(500_000)]] })).toEqual({
    result: 'FAILED',
    message: 'To Recipients is empty',
  })
  const { port, received } = await mailServer()
  const names = '"Lovelace, Ada" <ada@example.test>; bob@example.test,, carl@example.test'
  await run({ toRecipients: [[names]], smtpPort: String(port), ...plain })
  expect(received[0]?.to).toEqual(['ada@example.test', 'bob@example.test', 'carl@example.test'])
})

test('addresses that are none, and lines smuggled into headers, never reach a server', async () => {
  const { port, received } = await mailServer()
  const faults = async (parameters: object) =>
    (await run({ ...plain, smtpPort: port, ...parameters })).message
  expect(await faults({ toRecipients: ['ada'] })).toBe('"ada" is not an e-mail address')
  expect(await faults({ toRecipients: [' ; '] })).toBe('To Recipients is empty')
  expect(await faults({ senderAddress: 'a@b.test\r\nBcc: c@d.test' })).toContain('is not an e-mail address')

  await run({ ...plain, smtpPort: port, subject: 'Hello\r\nBcc: eve@example.test' })
  expect(received).toHaveLength(1)
  expect(received[0]!.to).toEqual(['ada@example.test'])
  expect(received[0]!.text).not.toMatch(/^Bcc:/m)
})
