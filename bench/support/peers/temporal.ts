import { join } from 'node:path'
import { answers, callJson, freePort } from './http.ts'
import { DUCKDB, installGo, installPython } from './install.ts'
import type { Peer, Work } from './peer.ts'
import { pythonFolder } from './python.ts'

const START_MS = 60_000
/** Later versions replace a module by a folder of their repository: `go install` refuses them. */
const CLI_VERSION = 'v1.5.1'
const lengths: Partial<Record<Work, number>> = { 'chain of five': 5, 'chain of forty': 40 }

export const temporal: Peer = {
  name: 'temporal',
  title: 'Temporal',
  setup: '`temporal server start-dev` and a worker in Python; SQLite in memory, lost at the end',
  inFlight: 100,

  async install(folder) {
    const program = 'github.com/temporalio/cli/cmd/temporal'
    const server = await installGo(join(folder, 'server'), program, CLI_VERSION)
    const sdk = await installPython(join(folder, 'worker'), ['temporalio', DUCKDB], 'temporalio')
    return `${server.slice(1)}, SDK ${sdk}`
  },

  async start({ installed, folder, env, marks }, processes) {
    const [port, httpPort] = [await freePort(), await freePort()]
    const workflows = `http://127.0.0.1:${httpPort}/api/v1/namespaces/default/workflows`
    const launch = { cwd: folder, env: { PATH: process.env['PATH']!, HOME: folder, ...env } }
    const ports = [
      '--port',
      String(port),
      '--http-port',
      String(httpPort),
      '--ui-port',
      String(await freePort()),
    ]
    const args = ['server', 'start-dev', '--log-level', 'error', ...ports]
    processes.launch({ command: join(installed, 'server/temporal'), args, ...launch })
    await processes.until('the server to answer', () => answers(workflows), START_MS)
    const worker = [join(pythonFolder, 'temporal_worker.py'), `127.0.0.1:${port}`]
    processes.launch({ command: join(installed, 'worker/bin/python'), args: worker, ...launch })
    await processes.until('the worker to start', () => processes.log().includes('The worker polls'), START_MS)
    const run = (work: Work) =>
      marks.timesOf((mark) => {
        const length = lengths[work]
        return callJson(`${workflows}/${mark}`, {
          workflowType: { name: length === undefined ? 'flights' : 'chain' },
          taskQueue: { name: 'bench' },
          input: length === undefined ? [mark] : [mark, length],
        })
      })
    return { run }
  },
}
