import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedPythonClient, whyNoPython } from '../support/python-client.ts'
import { sendJson, startScriptedWire, startWire } from '../support/wire.ts'

const ended = { pipelineExecutionId: 'e', projectId: 'p', status: 'SUCCESS' }
const log = 'data: {"text":"first"}\n\ndata: {"text":"last"}\n\nevent: end\ndata: {}\n\n'

/** What the steps of Airflow, Dagster and Prefect do before servers that stumble. */
describe.skipIf(whyNoPython() !== undefined)('a step of an orchestrator', () => {
  let folder: string
  let python: Awaited<ReturnType<typeof installedPythonClient>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headrace-orchestrators-'))
    python = await installedPythonClient(folder)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true }))

  /** Runs a pipeline as the orchestrators do. */
  const orchestrated = (url: string, lines: string) =>
    python.run(
      `import sys
from headrace_client import *
headrace = Headrace("${url}", token="a token")
sys.path.insert(0, ${JSON.stringify(resolve('clients/python-orchestrators/src'))})
from headrace_orchestrators.runs import *
run = PipelineRun("00000000-0000-4000-8000-000000000000", "load", "Development")
${lines}`,
      {},
    )

  test('lets an execution go on whose log breaks off within a character, or before which a page answers', async () => {
    let reads = 0
    await using server = await startWire(({ method, url: asked }, response) => {
      if (method === 'POST') return sendJson(response, ended)
      reads++
      if (asked.includes('/logs')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (reads > 1) response.end(log)
        else response.write(Buffer.from('data: {"text":"é').subarray(0, -1), () => response.destroy())
      } else if (reads < 4) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>')
      else sendJson(response, ended)
    })
    expect(await orchestrated(server.origin, 'print(run_pipeline(headrace, run, print)["status"])')).toBe(
      'Execution e of load in Development\nfirst\nlast\nSUCCESS\n',
    )
    expect(server.arrived.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  test('cancels what is stopped although the server restarts, and says so where it cannot', async () => {
    const stopped = `def stop(_): raise KeyboardInterrupt
try: run_pipeline(headrace, run, print, stop)
except KeyboardInterrupt: print("stopped")`
    let patches = 0
    await using server = await startScriptedWire(({ method }) => {
      if (method === 'POST') return [201, ended]
      return [undefined, [502] as const, [200, ended] as const][patches++]
    })
    expect(await orchestrated(server.origin, stopped)).toBe('stopped\n')
    expect(patches).toBe(3)
    await using strict = await startScriptedWire(({ method }) => (method === 'POST' ? [201, ended] : [403]))
    expect(await orchestrated(strict.origin, stopped)).toMatch(
      /^Execution e could not be cancelled: .*403\nstopped\n$/,
    )
  })

  test('cancels what is stopped while it is being created', async () => {
    const stopped = `import signal
def stop(*_): raise KeyboardInterrupt
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try: run_pipeline(headrace, run, print)
except KeyboardInterrupt: print("stopped")`
    let posts = 0
    await using server = await startWire(({ method }, response) => {
      if (method === 'PATCH') sendJson(response, ended)
      // The first request stays without an answer, and is in progress when it is sent again.
      else if (++posts === 2) response.writeHead(409, { 'retry-after': '0' }).end()
      else if (posts === 3) sendJson(response, ended)
    })
    expect(await orchestrated(server.origin, stopped)).toBe('stopped\n')
    expect(server.arrived.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'PATCH'])
    const keys = server.arrived.slice(0, 3).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
    let before = 0
    await using strict = await startWire((_, response) => {
      if (before++ > 0) response.writeHead(403).end()
    })
    expect(await orchestrated(strict.origin, stopped)).toMatch(
      /^Execution of load, if it was started, could not be cancelled: .*403\nstopped\n$/,
    )
  })

  test('gives Dagster as many lines as it keeps in time, and the others to another place', async () => {
    const lines = `sys.modules["dagster"] = dagster = type(sys)("dagster")
dagster.AssetExecutionContext = dagster.OpExecutionContext = dagster.ConfigurableResource = object
from headrace_orchestrators.dagster import HeadraceResource
import headrace_orchestrators.dagster as module, types
module.MAX_LINES_AS_EVENTS = 2
class Resource(HeadraceResource):
    client = lambda self: headrace
event = lambda line: print("event:", line)
context = types.SimpleNamespace(log=types.SimpleNamespace(info=event))
Resource().run_pipeline(context, project=run.project, pipeline="load", environment="Development")`
    await using server = await startWire(({ url: asked }, response) => {
      if (!asked.includes('/logs')) return sendJson(response, ended)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(log)
    })
    expect(await orchestrated(server.origin, lines)).toBe(
      'event: Execution e of load in Development\nevent: first\n' +
        'event: The log goes on in the standard output of this step\nlast\n',
    )
  })

  test('reaches the port of a connection of Airflow, also where its host is an address', async () => {
    const lines = `import sys, types
sdk = types.ModuleType("airflow.sdk")
sdk.BaseOperator = object
class BaseHook:
    get_connection = staticmethod(lambda conn_id: types.SimpleNamespace(
        host=conn_id, port=8443, schema=None, login="id", password="secret", extra_dejson={}))
sdk.BaseHook = BaseHook
sys.modules.update({"airflow": types.ModuleType("airflow"), "airflow.sdk": sdk})
from headrace_orchestrators.airflow import client_of
for host in ("a.example.com", "http://a.example.com/", "https://a.example.com:1", "[::1]", "https://a.example.com/data/"):
    print(client_of(host)._base_url)`
    expect((await orchestrated('http://unused', lines)).split('\n')).toEqual([
      'https://a.example.com:8443/api',
      'http://a.example.com:8443/api',
      'https://a.example.com:1/api',
      'https://[::1]:8443/api',
      'https://a.example.com:8443/data',
      '',
    ])
  })
})
