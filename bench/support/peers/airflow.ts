import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callJson, freePort } from './http.ts'
import { DUCKDB, installPython } from './install.ts'
import type { Peer, Work } from './peer.ts'
import { pythonFolder } from './python.ts'

const START_MS = 300_000
const PASSWORDS = 'simple_auth_manager_passwords.json.generated'
const dags: Record<Work, string> = {
  'chain of five': 'chain_5',
  'chain of forty': 'chain_40',
  flights: 'flights',
}

export const airflow: Peer = {
  name: 'airflow',
  title: 'Airflow',
  setup:
    '`airflow standalone`: API server, scheduler, triggerer, DAG processor, a process for each task; SQLite',
  inFlight: 4,
  install: (folder) => installPython(folder, ['apache-airflow', DUCKDB], 'apache-airflow'),

  async start({ installed, folder, env, marks }, processes) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    processes.launch({
      command: join(installed, 'bin/airflow'),
      args: ['standalone'],
      cwd: folder,
      env: {
        PATH: `${join(installed, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
        AIRFLOW_HOME: folder,
        AIRFLOW__CORE__DAGS_FOLDER: pythonFolder,
        AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
        // Two addresses that standalone takes from each other only when the port is the default one.
        AIRFLOW__API__PORT: String(port),
        AIRFLOW__CORE__EXECUTION_API_SERVER_URL: `${url}/execution/`,
        PYTHONPATH: pythonFolder,
        PYTHONDONTWRITEBYTECODE: '1',
        ...env,
      },
    })
    let headers: Record<string, string> = {}
    const isReady = async () => {
      const token = await signIn(url, join(folder, PASSWORDS)).catch(() => undefined)
      if (token === undefined) return false
      headers = { authorization: `Bearer ${token}` }
      const { dags: found } = await callJson<{ dags: unknown[] }>(`${url}/api/v2/dags`, undefined, headers)
      const health = await callJson<{ scheduler: { status: string } }>(`${url}/api/v2/monitor/health`)
      return found.length === Object.keys(dags).length && health.scheduler.status === 'healthy'
    }
    await processes.until('the DAGs to be there', isReady, START_MS)
    const run = (work: Work) =>
      marks.timesOf((mark) =>
        callJson(`${url}/api/v2/dags/${dags[work]}/dagRuns`, { logical_date: null, conf: { mark } }, headers),
      )
    return { run }
  },
}

/** A token of the administrator that standalone creates. */
async function signIn(url: string, passwords: string): Promise<string> {
  const [[username, password]] = Object.entries(
    JSON.parse(await readFile(passwords, 'utf8')) as Record<string, string>,
  ) as [[string, string]]
  return (await callJson<{ access_token: string }>(`${url}/auth/token`, { username, password })).access_token
}
