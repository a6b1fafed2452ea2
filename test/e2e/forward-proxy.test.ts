import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCertificate } from '../support/certificate.ts'
import { type ForwardProxy, startForwardProxy, startTlsFront } from '../support/forward-proxy.ts'
import {
  aDataFolder,
  headrace,
  type Platform,
  removeFolder,
  startPlatform,
  waitFor,
} from '../support/platform.ts'

/** A name that only the proxy knows. */
const HOST = 'headrace.example'
const URL_OF_API = `https://${HOST}/api`

const folder = await aDataFolder()
let platform: Platform
let front: AsyncDisposable & { readonly port: number }
let proxy: ForwardProxy
let trusted: { readonly NODE_EXTRA_CA_CERTS: string }

beforeAll(async () => {
  const certificate = aCertificate(HOST)
  trusted = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
  await writeFile(trusted.NODE_EXTRA_CA_CERTS, certificate.cert)
  platform = await startPlatform(join(folder, 'platform'))
  front = await startTlsFront(Number(new URL(platform.origin).port), certificate)
  proxy = await startForwardProxy(front.port)
})
afterAll(async () => {
  await platform.stop()
  await proxy[Symbol.asyncDispose]()
  await front[Symbol.asyncDispose]()
  await removeFolder(folder)
})

/** The credential of a runner that is made for it, as settings. */
async function aRunner(name: string) {
  const json = { name, agentType: 'pipeline', cloudProvider: 'self_hosted', deployment: 'process' }
  const { agentId } = await platform.client.call<{ agentId: string }>('POST', '/v1/agents', { json })
  const { clientId, clientSecret } = await platform.client.get<{ clientId: string; clientSecret: string }>(
    `/v1/agents/${agentId}/credentials`,
  )
  return {
    agentId,
    login: { HEADRACE_RUNNER_CLIENT_ID: clientId, HEADRACE_RUNNER_CLIENT_SECRET: clientSecret },
  }
}

test('a runner reaches an API that only a proxy leads to', async () => {
  const { agentId, login } = await aRunner('behind')
  const env = { ...login, ...trusted, HEADRACE_URL: URL_OF_API, HEADRACE_DATA_DIR: join(folder, 'runner') }
  const runner = headrace(['runner'], { ...env, HTTPS_PROXY: proxy.url })
  await waitFor('the runner to be connected', async () => {
    if (runner.child.exitCode !== null) throw new Error(runner.output())
    const { agentStatus } = await platform.client.get<{ agentStatus: string }>(`/v1/agents/${agentId}`)
    return agentStatus === 'running'
  })
  expect(new Set(proxy.opened)).toEqual(new Set([`${HOST}:443`]))
  expect(proxy.opened.length).toBeGreaterThanOrEqual(2) // for the token, and the session
  runner.child.kill('SIGTERM')
  expect(await runner.ended).toBe(0)
  expect(runner.output()).not.toContain('password')
})

test('a proxy that refuses is named, without its password', async () => {
  const { login } = await aRunner('refused')
  const wrong = `http://people:wrong-password@127.0.0.1:${proxy.port}`
  const env = { ...login, ...trusted, HEADRACE_URL: URL_OF_API, HEADRACE_DATA_DIR: join(folder, 'refused') }
  const runner = headrace(['runner'], { ...env, https_proxy: wrong })
  await waitFor('the refusal', async () => /407/.test(runner.output()))
  runner.child.kill('SIGTERM')
  await runner.ended
  expect(runner.output()).not.toContain('wrong-password')
})

test('so does the command line, but for what NO_PROXY names and this machine', async () => {
  const text = await readFile(join(platform.folder, 'admin-credentials.json'), 'utf8')
  const { clientId, clientSecret } = JSON.parse(text) as { clientId: string; clientSecret: string }
  const login = { HEADRACE_CLIENT_ID: clientId, HEADRACE_CLIENT_SECRET: clientSecret }
  const list = async (env: Readonly<Record<string, string>>) => {
    const running = headrace(['projects', 'list'], { ...login, ...trusted, ...env })
    return { code: await running.ended, text: running.output() }
  }
  const before = proxy.opened.length
  const proxies = { HTTPS_PROXY: proxy.url, HTTP_PROXY: 'http://127.0.0.1:9' }
  expect(await list({ ...proxies, HEADRACE_URL: URL_OF_API })).toMatchObject({ code: 0 })
  expect(proxy.opened.length).toBeGreaterThan(before)
  expect(await list({ ...proxies, HEADRACE_URL: `${platform.origin}/api` })).toMatchObject({ code: 0 })
  const wrong = `http://people:wrong-password@127.0.0.1:${proxy.port}`
  const refused = await list({ https_proxy: wrong, HEADRACE_URL: URL_OF_API })
  expect(refused.text).toContain('does not answer: the proxy that the environment names answered 407')
  const direct = await list({ ...proxies, HEADRACE_URL: URL_OF_API, NO_PROXY: '.example' })
  expect(direct).toMatchObject({ code: 1, text: expect.stringContaining(HOST) })
})
