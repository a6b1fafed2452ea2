import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHeadrace, HeadraceError } from '../../clients/typescript/src/headrace.ts'
import { installedPythonClient, whyNoPython } from '../support/python-client.ts'
import { type Reply, startScriptedWire } from '../support/wire.ts'

/** What the clients repeat, and for how long, before servers that stumble. */
const again = { 'retry-after': '0' }
const away: Reply = [503, undefined, again]
const inProgress: Reply = [409, { detail: 'The same request is still in progress', violations: [] }, again]
const path = { projectId: 'p', environmentName: 'e' }
const run = { pipelineName: 'load', environmentName: 'Development' }
/** More than one request has. */
const MORE_THAN_ATTEMPTS = 7

const log = 'data: {"text":"first"}\n\ndata: {"text":"last"}\n\nevent: end\ndata: {}\n\n'
const ended = { pipelineExecutionId: 'e', projectId: 'p', status: 'SUCCESS', ...run }

/** Lists that continue by a token, in pages of two. */
const byToken = ({ url: asked }: { readonly url: string }): Reply => {
  const from = Number(new URL(asked, 'http://here').searchParams.get('paginationToken') ?? 0)
  return [200, { results: [{ n: from }, { n: from + 1 }], ...(from < 4 && { more: String(from + 2) }) }]
}

test('a list without a total is continued by its token', async () => {
  await using server = await startScriptedWire(byToken)
  const { all } = createHeadrace({ url: server.origin, token: 'a token' })
  const seen: unknown[] = []
  for await (const item of all('/v1/projects/{projectId}/environments/{environmentName}/effective-members', {
    path,
  })) {
    seen.push(item)
    if (seen.length > 10) break
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5].map((n) => ({ n })))
})

/** Answers a creation whose answer was lost on the way while it went on. */
const slowCreation = (_: unknown, before: number): Reply => {
  if (before === 0) return [504]
  return before < MORE_THAN_ATTEMPTS ? inProgress : [201, { id: 'a', name: 'Sales' }]
}

test('a POST that is still in progress is asked for until it has ended, with one key', async () => {
  await using server = await startScriptedWire(slowCreation)
  const { api } = createHeadrace({ url: server.origin, token: 'a token' })
  const { data } = await api.POST('/v1/projects', { body: { name: 'Sales' } })
  expect(data).toMatchObject({ name: 'Sales' })
  expect(new Set(server.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a conflict that no earlier attempt is the cause of is not repeated', async () => {
  await using server = await startScriptedWire(() => inProgress)
  const { api } = createHeadrace({ url: server.origin, token: 'a token' })
  expect((await api.POST('/v1/projects', { body: { name: 'Sales' } })).response.status).toBe(409)
  expect(server.arrived).toHaveLength(1)
})

test('the request for a token is repeated, and its refusal is an error of the API', async () => {
  await using server = await startScriptedWire(({ url: asked }, before) => {
    if (asked !== '/oauth/token') return [200, { results: [], total: 0 }]
    return [undefined, away, [200, { access_token: 'one', expires_in: 1800 }] as const][before]
  })
  const login = { url: server.origin, clientId: 'id', clientSecret: 'secret' }
  expect((await createHeadrace(login).api.GET('/v1/projects')).response.status).toBe(200)
  expect(server.arrived).toHaveLength(4)

  const description = 'The client is not known'
  await using strict = await startScriptedWire(() => [
    401,
    { error: 'invalid_client', error_description: description },
  ])
  const refused = createHeadrace({ ...login, url: strict.origin }).api.GET('/v1/projects')
  await expect(refused).rejects.toThrow(HeadraceError)
  await expect(refused).rejects.toThrow(description)
})

/**
 * Runs an execution, and is away for more attempts than one request has: before its state is known, before its log is there, and
 * before it is known that it has ended.
 */
function aServerThatRestarts() {
  let left = MORE_THAN_ATTEMPTS
  return startScriptedWire(({ method, url: asked }) => {
    if (method === 'POST') return [201, ended]
    if (left-- > 0) return away
    left = MORE_THAN_ATTEMPTS
    return asked.includes('/logs') ? [200, log, { 'content-type': 'text/event-stream' }] : [200, ended]
  })
}

test('an execution is waited for and followed while its server restarts', async () => {
  await using server = await aServerThatRestarts()
  const headrace = createHeadrace({ url: server.origin, token: 'a token' })
  expect(await headrace.runAndWait('p', run)).toMatchObject({ status: 'SUCCESS' })
  const lines: string[] = []
  for await (const { text } of headrace.followLogs('e')) lines.push(text)
  expect(lines).toEqual(['first', 'last'])
})

test('waiting for a server that is away ends with its signal, and what is refused is not waited for', async () => {
  await using server = await startScriptedWire(({ method }) => (method === 'POST' ? [201, ended] : away))
  const headrace = createHeadrace({ url: server.origin, token: 'a token' })
  const waiting = headrace.runAndWait('p', run, { signal: AbortSignal.timeout(500) })
  await expect(waiting).rejects.toThrow('timeout')
  await using strict = await startScriptedWire(() => [404])
  const refused = createHeadrace({ url: strict.origin, token: 'a token' }).followLogs('e').next()
  await expect(refused).rejects.toMatchObject({ status: 404 })
})

describe.skipIf(whyNoPython() !== undefined)('the Python client', () => {
  let folder: string
  let python: Awaited<ReturnType<typeof installedPythonClient>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headrace-python-'))
    python = await installedPythonClient(folder)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true }))

  const script = (url: string, lines: string) =>
    python.run(`from headrace_client import *\nheadrace = Headrace("${url}", token="a token")\n${lines}`, {})

  test('waits for a POST that is still in progress', async () => {
    await using server = await startScriptedWire(slowCreation)
    expect(await script(server.origin, 'print(headrace.create_project({"name": "Sales"})["name"])')).toBe(
      'Sales\n',
    )
    expect(new Set(server.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('waits for an execution and follows it while its server restarts', async () => {
    await using server = await aServerThatRestarts()
    const lines = `run = ${JSON.stringify(run)}
print(headrace.run_and_wait("p", run)["status"])
print(*[line["text"] for line in headrace.follow_logs("e")])`
    expect(await script(server.origin, lines)).toBe('SUCCESS\nfirst last\n')
  })

  test('stops waiting for a server that is away when its time is over', async () => {
    await using server = await startScriptedWire(({ method }) => (method === 'POST' ? [201, ended] : away))
    const lines = `run = ${JSON.stringify(run)}
try: headrace.run_and_wait("p", run, timeout_s=0.1)
except TimeoutError as error: print(type(error.__cause__).__name__)`
    expect(await script(server.origin, lines)).toBe('ApiError\n')
  })

  test('takes the credential that the program names before a token of the environment', async () => {
    await using server = await startScriptedWire(({ url: asked, headers }) =>
      asked === '/oauth/token'
        ? [200, { access_token: 'own', expires_in: 1800 }]
        : [200, { results: [{ name: headers.authorization }], total: 1 }],
    )
    const printed = (options: string) =>
      python.run(
        `from headrace_client import *\nprint([p["name"] for p in Headrace.from_environment(${options}).iter_projects()])`,
        { HEADRACE_URL: server.origin, HEADRACE_TOKEN: 'other' },
      )
    expect(await printed('')).toBe("['Bearer other']\n")
    expect(await printed('client_id="id", client_secret="secret"')).toBe("['Bearer own']\n")
  })
})
