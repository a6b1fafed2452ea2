import { join } from 'node:path'
import { callJson, freePort } from './http.ts'
import { DUCKDB, installPython } from './install.ts'
import type { Peer, Work } from './peer.ts'
import { pythonFolder } from './python.ts'

const START_MS = 180_000
const jobs: Record<Work, string> = {
  'chain of five': 'chain_5',
  'chain of forty': 'chain_40',
  flights: 'flights',
}
const isLoaded =
  '{ repositoriesOrError { ... on RepositoryConnection { nodes { name location { name } } } } }'
const launchRun = `mutation ($params: ExecutionParams!) { launchRun(executionParams: $params) {
  __typename ... on PythonError { message } ... on RunConfigValidationInvalid { errors { message } } } }`

export const dagster: Peer = {
  name: 'dagster',
  title: 'Dagster',
  setup: '`dagster dev`: web server, daemon, code server, a process for each run and each op; SQLite',
  inFlight: 4,
  install: (folder) => installPython(folder, ['dagster', 'dagster-webserver', DUCKDB], 'dagster'),

  async start({ installed, folder, env, marks }, processes) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/graphql`
    processes.launch({
      command: join(installed, 'bin/dagster'),
      args: ['dev', '-p', String(port), '-f', join(pythonFolder, 'dagster_definitions.py')],
      cwd: folder,
      env: {
        PATH: `${join(installed, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
        DAGSTER_HOME: folder,
        DAGSTER_DISABLE_TELEMETRY: 'true',
        PYTHONPATH: pythonFolder,
        ...env,
      },
    })
    let repository: Repository | undefined
    const loaded = async () => {
      const answer = await callJson<Loaded>(url, { query: isLoaded }).catch(() => undefined)
      repository = answer?.data.repositoriesOrError.nodes?.[0]
      return repository !== undefined
    }
    await processes.until('the jobs to be loaded', loaded, START_MS)
    const run = (work: Work) => marks.timesOf((mark) => launch(url, repository!, jobs[work], mark))
    return { run }
  },
}

interface Repository {
  readonly name: string
  readonly location: { readonly name: string }
}

interface Loaded {
  readonly data: { readonly repositoriesOrError: { readonly nodes?: readonly Repository[] } }
}

async function launch(url: string, { name, location }: Repository, jobName: string, mark: string) {
  const selector = { repositoryName: name, repositoryLocationName: location.name, jobName }
  const runConfigData = { resources: { run: { config: { mark } } } }
  const answer = await callJson<{ data?: { launchRun: { __typename: string } } }>(url, {
    query: launchRun,
    variables: { params: { selector, runConfigData } },
  })
  if (answer.data?.launchRun.__typename !== 'LaunchRunSuccess') throw new Error(JSON.stringify(answer))
}
