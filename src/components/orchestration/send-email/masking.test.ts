import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { startPipelineRunner } from '../../../../test/support/run-pipelines.ts'

afterEach(() => vi.unstubAllEnvs())

test('a password that the server repeats in its refusal never leaves the runner', async () => {
  vi.stubEnv('HEADRACE_SECRET_SMTP_PASSWORD', 'hush-hush-42')
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`"${password}" is not the password`)),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  await using runner = await startPipelineRunner()
  const parameters = {
    toRecipients: ['ada@example.test'],
    senderAddress: 'a@example.test',
    subject: 'x',
    message: 'x',
    smtpHostname: '127.0.0.1',
    smtpPort: String((server.server.address() as AddressInfo).port),
    smtpUsername: 'me',
    smtpPassword: 'smtp-password',
    enableSslTls: 'No',
    enableStarttls: 'No',
  }
  const text = orchestration({ Start: start('Tell'), Tell: { type: 'send-email', parameters } })
  const { status, said, message } = await runner.run({ 'main.orch.yaml': text }, 'main')
  await new Promise<void>((done) => server.close(done))

  expect(status).toBe('FAILED')
  expect(said.join()).toContain('"***" is not the password')
  expect(`${said.join()} ${message}`).not.toContain('hush-hush-42')
})
