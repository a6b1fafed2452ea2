import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { callJson, freePort } from './http.ts'
import { installNpm } from './install.ts'
import type { StepTimes } from './marks.ts'
import type { Peer, Stage, Work } from './peer.ts'

const START_MS = 300_000
/** Newer ones depend on a package that the registry does not have. */
const VERSION = '2.40.7'
const paths: Partial<Record<Work, string>> = { 'chain of five': 'five', 'chain of forty': 'forty' }

export const n8n: Peer = {
  name: 'n8n',
  title: 'n8n',
  setup: '`n8n start`, called by webhooks; SQLite, where an execution is written when it has ended',
  inFlight: 20,
  leavesOut: { flights: 'it has no node for DuckDB' },
  // Its optional native modules come from the releases of their repositories; it starts with this one alone.
  install: (folder) => installNpm(folder, `n8n@${VERSION}`, ['sqlite3']),

  async prepare(stage) {
    const files = join(stage.folder, 'workflows')
    await mkdir(files, { recursive: true })
    for (const [path, length] of [
      ['five', 5],
      ['forty', 40],
    ] as const)
      await writeFile(join(files, `${path}.json`), JSON.stringify(workflow(path, length)))
    await run(stage, ['import:workflow', '--separate', `--input=${files}`])
    for (const id of Object.values(paths)) await run(stage, ['publish:workflow', `--id=${id}`])
  },

  async start(stage, processes) {
    const port = await freePort()
    const ports = { N8N_PORT: String(port), N8N_RUNNERS_BROKER_PORT: String(await freePort()) }
    const env = { ...environment(stage), ...ports }
    processes.launch({ command: program(stage), args: ['start'], cwd: stage.folder, env })
    const url = `http://127.0.0.1:${port}/webhook`
    const run = (work: Work) => callJson<StepTimes>(`${url}/${paths[work]}`, {})
    // Before its webhooks are there, it answers every address with a page that says it starts.
    const areThere = () =>
      Promise.all([run('chain of five'), run('chain of forty')]).then(
        () => true,
        () => false,
      )
    await processes.until('the webhooks to answer', areThere, START_MS)
    return { run }
  },
}

const program = ({ installed }: Stage) => join(installed, 'node_modules/.bin/n8n')

const environment = ({ folder }: Stage) => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: folder,
  N8N_USER_FOLDER: folder,
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
})

const run = (stage: Stage, args: readonly string[]) =>
  promisify(execFile)(program(stage), args, { cwd: stage.folder, env: environment(stage) })

interface Assignment {
  readonly name: string
  readonly value: string
}

/** A webhook and a chain of nodes that add one; it answers with the times of the first and the last. */
export function workflow(id: string, length: number) {
  const webhook = {
    id: `${id}-0`,
    name: 'Step 0',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    position: [0, 0],
    webhookId: id,
    parameters: { httpMethod: 'POST', path: id, responseMode: 'lastNode', options: {} },
  }
  const steps = Array.from({ length }, (_, index) => {
    const isFirst = index === 0
    const assignments = [
      { name: 'n', value: isFirst ? '={{ 1 }}' : '={{ $json.n + 1 }}' },
      ...(isFirst ? [{ name: 'first', value: '={{ Date.now() }}' }] : []),
      ...(index === length - 1 ? [{ name: 'last', value: '={{ Date.now() }}' }] : []),
    ]
    return step(id, index + 1, assignments)
  })
  const connections = Object.fromEntries(
    steps.map(({ name }, index) => [`Step ${index}`, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
  )
  return { id, name: id, active: false, settings: {}, nodes: [webhook, ...steps], connections }
}

const step = (id: string, number: number, assignments: readonly Assignment[]) => ({
  id: `${id}-${number}`,
  name: `Step ${number}`,
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  position: [number * 200, 0],
  parameters: {
    assignments: {
      assignments: assignments.map(({ name, value }) => ({
        id: `${name}-${number}`,
        name,
        value,
        type: 'number',
      })),
    },
    includeOtherFields: number > 1,
    options: {},
  },
})
