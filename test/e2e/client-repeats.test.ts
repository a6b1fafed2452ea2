import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHeadrace, HeadraceError } from '../../clients/typescript/src/headrace.ts'
import { installedPythonClient, whyNoPython } from '../support/python-client.ts'
import { type Reply, sendJson, startScriptedWire, startWire } from '../support/wire.ts'

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

/** Lists that continue by a token, in pages of two of which the second is empty. */
const byToken = ({ query }: { readonly query: URLSearchParams }): Reply => {
  const from = Number(query.get('paginationToken') ?? 0)
  const results = from === 2 ? [] : [{ n: from }, { n: from + 1 }]
  return [200, { results, ...(from < 4 && { more: String(from + 2) }) }]
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
  expect(seen).toEqual([0, 1, 4, 5].map((n) => ({ n })))
})

/** Lists whose items and whose continuation are called otherwise. */
const otherLists = ({
  url: asked,
  query,
}: {
  readonly url: string
  readonly query: URLSearchParams
}): Reply => {
  if (asked.includes('/agents/tasks')) return [200, { tasks: [{ taskId: query.get('page') }], total: 2 }]
  return [200, { Resources: [{ id: query.get('startIndex') ?? '1' }], totalResults: 2 }]
}

test('lists of agent tasks and of directories are iterated too', async () => {
  await using server = await startScriptedWire(otherLists)
  const { all } = createHeadrace({ url: server.origin, token: 'a token' })
  const tasks = await Array.fromAsync(all('/v1/ai/agents/tasks'))
  expect(tasks.map(({ taskId }) => taskId)).toEqual(['0', '1'])
  const users = await Array.fromAsync(all('/v1/directory-integration/scim/v2/Users'))
  expect(users.map(({ id }) => id)).toEqual(['1', '2'])
})

test('a path in the address is the base path, unless one is given', async () => {
  await using server = await startScriptedWire(() => [200, { results: [], total: 0 }])
  const token = 'a token'
  for (const options of [{}, { basePath: '/other' }])
    await createHeadrace({ url: `${server.origin}/data/`, token, ...options }).api.GET('/v1/projects')
  expect(server.arrived.map(({ url }) => url)).toEqual(['/data/v1/projects', '/other/v1/projects'])
})

test.each(['', '.', '..'])('a name that would make another address is not sent: %j', async (variableName) => {
  await using server = await startScriptedWire(() => [204])
  const { api } = createHeadrace({ url: server.origin, token: 'a token' })
  const params = { path: { projectId: 'demo', variableName } }
  const refused = `variableName cannot be ${JSON.stringify(variableName)}`
  await expect(api.DELETE('/v1/projects/{projectId}/variables/{variableName}', { params })).rejects.toThrow(
    refused,
  )
  expect(server.arrived).toEqual([])
})

test('a redirect is no answer, and the error says where it leads', async () => {
  await using server = await startScriptedWire(() => [301, '', { location: 'https://data.example.com/api' }])
  const { all } = createHeadrace({ url: server.origin, token: 'a token' })
  await expect(all('/v1/projects').next()).rejects.toThrow('redirects to https://data.example.com/api')
  expect(server.arrived).toHaveLength(1)
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

/** Breaks off the first answer after its first half. */
function aServerThatBreaksOff() {
  let before = 0
  return startWire((_, response) => {
    const body = '{"id":"a","name":"Sales"}'
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    response.writeHead(201, headers)
    if (before++ > 0) response.end(body)
    else response.write(body.slice(0, 10), () => response.destroy())
  })
}

test('a POST whose answer breaks off is sent again with its key', async () => {
  await using server = await aServerThatBreaksOff()
  const { api } = createHeadrace({ url: server.origin, token: 'a token' })
  const { data } = await api.POST('/v1/projects', { body: { name: 'Sales' } })
  expect(data).toMatchObject({ name: 'Sales' })
  expect(server.arrived).toHaveLength(2)
  expect(new Set(server.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a server that says nothing is asked again, also while it answers', async () => {
  let before = 0
  await using server = await startWire((_, response) => {
    before++
    if (before === 2) response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    if (before > 2) sendJson(response, { results: [], total: 0 })
  })
  const { api } = createHeadrace({ url: server.origin, token: 'a token', timeoutMs: 200 })
  expect((await api.GET('/v1/projects')).data).toMatchObject({ total: 0 })
  expect(before).toBe(3)
})

test('an answer that takes longer than the limit of silence is read to its end', async () => {
  await using server = await startWire(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"results":[')
    for (let n = 0; n < 11; n++) {
      await sleep(100)
      response.write(n === 0 ? '{}' : ',{}')
    }
    response.end('],"total":11}')
  })
  const { api } = createHeadrace({ url: server.origin, token: 'a token', timeoutMs: 500 })
  expect((await api.GET('/v1/projects')).data?.results).toHaveLength(11)
  expect(server.arrived).toHaveLength(1)
})

test('requests side by side share one token, and a refused one is renewed once', async () => {
  let tokens = 0
  await using server = await startWire(async ({ url, headers }, response) => {
    if (url === '/oauth/token')
      return sendJson(response, { access_token: `token-${++tokens}`, expires_in: 1800 })
    const isKnown = headers.authorization === 'Bearer token-2'
    if (isKnown) sendJson(response, { results: [], total: 0 })
    else response.writeHead(401).end()
  })
  const { api } = createHeadrace({ url: server.origin, clientId: 'id', clientSecret: 'secret' })
  const all = await Promise.all(Array.from({ length: 10 }, () => api.GET('/v1/projects')))
  expect(all.every(({ response }) => response.status === 200)).toBe(true)
  expect(tokens).toBe(2)
})

const named = { environmentName: '本番', versionName: "utf-8''1" }
const sentNames = { environmentname: "UTF-8''%E6%9C%AC%E7%95%AA", versionname: "UTF-8''utf-8%27%271" }

test('header parameters are any text', async () => {
  await using server = await startScriptedWire(() => [201, {}])
  const { api } = createHeadrace({ url: server.origin, token: 'a token' })
  await api.POST('/v1/projects/{projectId}/artifacts', {
    params: { path: { projectId: 'p' } },
    headers: named,
    body: {},
    bodySerializer: () => new FormData(),
  })
  expect(server.arrived[0]?.headers).toMatchObject(sentNames)
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
 * Runs an execution, and is away for more attempts than one request has: before its state is known, before
 * its log is there, and before it is known that it has ended.
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

  test('sends a POST whose answer breaks off again with its key', async () => {
    await using server = await aServerThatBreaksOff()
    const lines = 'print(headrace.create_project({"name": "Sales"})["name"])'
    expect(await script(server.origin, lines)).toBe('Sales\n')
    expect(new Set(server.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('sends any text in header parameters', async () => {
    await using server = await startScriptedWire(() => [201, {}])
    const { environmentName, versionName } = named
    const given = `environment_name="${environmentName}", version_name="${versionName}"`
    await script(server.origin, `headrace.publish_artifact("p", {"a": "b"}, ${given})`)
    expect(server.arrived[0]?.headers).toMatchObject(sentNames)
  })

  test('sends the paths of files as they are, but for quotes and line ends', async () => {
    await using server = await startScriptedWire(() => [201, {}])
    const lines = String.raw`headrace.publish_artifact("p", {"flows\\load \"a\".orch.yaml": "b"}, environment_name="e", version_name="v")`
    await script(server.origin, lines)
    expect(String(server.arrived[0]?.body)).toContain(
      String.raw`name="flows\load %22a%22.orch.yaml"; filename`,
    )
  })

  test('has an iterator for each list', async () => {
    await using server = await startScriptedWire(otherLists)
    const lines = `print([task["taskId"] for task in headrace.iter_agent_tasks()])
for items in (headrace.iter_scim_users(), headrace.iter_scim_groups()): print([item["id"] for item in items])`
    expect(await script(server.origin, lines)).toBe("['0', '1']\n['1', '2']\n['1', '2']\n")
  })

  test('continues a list without a total by its token', async () => {
    await using server = await startScriptedWire(byToken)
    const lines = 'print([item["n"] for item in headrace.iter_effective_project_members("p")])'
    expect(await script(server.origin, lines)).toBe('[0, 1, 4, 5]\n')
  })

  test('has types that can be looked at, and takes an address that is given', async () => {
    const lines = `import typing
from headrace_client import Headrace, LogLine, models
for model in [LogLine, *vars(models).values()]:
    if typing.is_typeddict(model): typing.get_type_hints(model)
print("message" in models.Execution.__optional_keys__, "status" in models.Execution.__required_keys__)
Headrace.from_environment(url="https://data.example.com")
for options in ({}, {"base_path": "/other"}):
    print(Headrace("https://x.example/data/", token="a token", **options)._base_url)
try: Headrace.from_environment()
except ValueError as error: print(error)`
    expect(await python.run(lines, { HEADRACE_TOKEN: 'a token' })).toBe(
      'True True\nhttps://x.example/data\nhttps://x.example/other\nHEADRACE_URL is not set, and no url is given\n',
    )
  })

  test('sends requests from the handler of a signal that interrupts the fetching of a token', async () => {
    let tokens = 0
    await using server = await startWire(({ url: asked }, response) => {
      if (asked !== '/oauth/token') sendJson(response, { results: [], total: 0 })
      else if (++tokens > 1) sendJson(response, { access_token: 'one', expires_in: 1800 })
    })
    const lines = `import signal, sys
headrace = Headrace("${server.origin}", client_id="id", client_secret="secret")
def handle(*_):
    print(list(headrace.iter_projects()))
    sys.exit()
signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.5)
list(headrace.iter_projects())`
    expect(await script(server.origin, lines)).toBe('[]\n')
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
