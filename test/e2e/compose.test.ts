import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDataFolder, headrace, removeFolder, startPlatform, waitFor } from '../support/platform.ts'

test('the setup of the compose file makes each runner once, however often it runs, and its credential lets the runner in', async () => {
  const folder = await aDataFolder()
  const credentials = join(folder, 'credentials')
  await mkdir(credentials)
  const platform = await startPlatform(folder)
  const admin = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8')) as {
    clientId: string
    clientSecret: string
  }
  const env = {
    PATH: process.env['PATH'],
    CREDENTIALS: credentials,
    OWNER: String(process.getuid!()),
    HEADRACE: `${process.execPath} bin/headrace.mjs`,
    HEADRACE_URL: `${platform.origin}/api`,
    HEADRACE_CLIENT_ID: admin.clientId,
    HEADRACE_CLIENT_SECRET: admin.clientSecret,
  }
  const setUp = () => execFileSync('sh', ['deploy/compose/setup.sh'], { env })
  setUp()
  const secret = join(credentials, 'runner-b.secret')
  const made = await readFile(secret, 'utf8')
  setUp()
  expect(await readFile(secret, 'utf8')).toBe(made)
  await rm(secret) // an earlier run was interrupted before it wrote it
  setUp()
  expect(await readFile(secret, 'utf8')).toBe(made)

  const runner = headrace(['runner'], {
    HEADRACE_URL: platform.origin,
    HEADRACE_DATA_DIR: join(folder, 'runner-b'),
    HEADRACE_RUNNER_CLIENT_ID: (await readFile(join(credentials, 'runner-b.id'), 'utf8')).trim(),
    HEADRACE_RUNNER_CLIENT_SECRET_FILE: secret,
  })
  try {
    await waitFor('runner-b to connect', async () => {
      const agents = await platform.client.all<{ name: string; agentStatus: string }>('/v1/agents')
      return agents.some(({ name, agentStatus }) => name === 'runner-b' && agentStatus === 'running')
    })
  } finally {
    runner.child.kill('SIGTERM')
    await runner.ended
    await platform.stop()
    await removeFolder(folder)
  }
})
