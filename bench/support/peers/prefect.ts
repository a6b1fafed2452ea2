import { join } from 'node:path'
import { answers, callJson, freePort } from './http.ts'
import { DUCKDB, installPython } from './install.ts'
import type { Peer, Work } from './peer.ts'
import { pythonFolder } from './python.ts'

const START_MS = 180_000
const lengths: Partial<Record<Work, number>> = { 'chain of five': 5, 'chain of forty': 40 }

export const prefect: Peer = {
  name: 'prefect',
  title: 'Prefect',
  setup: '`prefect server start` and a process that serves the flows; SQLite',
  inFlight: 5,
  install: (folder) => installPython(folder, ['prefect', DUCKDB], 'prefect'),

  async start({ installed, folder, env, marks }, processes) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/api`
    const launch = {
      cwd: folder,
      env: {
        PATH: `${join(installed, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
        PREFECT_HOME: folder,
        PREFECT_API_URL: url,
        DO_NOT_TRACK: '1',
        ...env,
      },
    }
    const server = ['server', 'start', '--host', '127.0.0.1', '--port', String(port)]
    processes.launch({ command: join(installed, 'bin/prefect'), args: server, ...launch })
    await processes.until('the server to answer', () => answers(`${url}/health`), START_MS)
    const script = join(pythonFolder, 'prefect_flows.py')
    processes.launch({ command: join(installed, 'bin/python'), args: [script], ...launch })
    const served = () => callJson<Deployment[]>(`${url}/deployments/filter`, {})
    await processes.until('the flows to be served', async () => (await served()).length === 2, START_MS)
    const ids = new Map((await served()).map(({ id, entrypoint }) => [entrypoint.split(':').at(-1), id]))
    const run = (work: Work) =>
      marks.timesOf((mark) => {
        const length = lengths[work]
        const id = ids.get(length === undefined ? 'flights' : 'chain')
        const parameters = length === undefined ? { mark } : { mark, length }
        return callJson(`${url}/deployments/${id}/create_flow_run`, { parameters })
      })
    return { run }
  },
}

interface Deployment {
  readonly id: string
  /** `path/to/file.py:function` */
  readonly entrypoint: string
}
