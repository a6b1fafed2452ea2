import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callJson, freePort } from './http.ts'
import { DUCKDB, installPython, lastLines } from './install.ts'
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
    const isSignedIn = async () => {
      const token = await signIn(url, join(folder, PASSWORDS)).catch(() => undefined)
      headers = { authorization: `Bearer ${token}` }
      return token !== undefined
    }
    await processes.until('the API server to answer', isSignedIn, START_MS)
    await processes.until('the DAGs to be there', () => areLoaded(url, headers), START_MS)
    const run = (work: Work) =>
      marks.timesOf((mark) =>
        callJson(`${url}/api/v2/dags/${dags[work]}/dagRuns`, { logical_date: null, conf: { mark } }, headers),
      )
    return { run }
  },
}

/** Throws with the words of Airflow when it cannot load them. */
async function areLoaded(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  const read = <T>(path: string) => callJson<T>(`${url}/api/v2/${path}`, undefined, headers)
  const { import_errors } = await read<{ import_errors: { stack_trace: string }[] }>('importErrors')
  if (import_errors[0] !== undefined) throw new Error(lastLines(import_errors[0].stack_trace))
  const found = await read<{ dags: unknown[] }>('dags')
  const { scheduler } = await read<{ scheduler: { status: string } }>('monitor/health')
  return found.dags.length === Object.keys(dags).length && scheduler.status === 'healthy'
}

/** A token of the administrator that standalone creates. */
async function signIn(url: string, passwords: string): Promise<string> {
  const [[username, password]] = Object.entries(
    JSON.parse(await readFile(passwords, 'utf8')) as Record<string, string>,
  ) as [[string, string]]
  return (await callJson<{ access_token: string }>(`${url}/auth/token`, { username, password })).access_token
}
