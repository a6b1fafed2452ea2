import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { FrameError, readFromRunner, writeFrames } from '../../src/protocol/frames.ts'
import type { FromRunner, HistoryStep, Report, RunMessage, ToRunner } from '../../src/protocol/messages.ts'

export const clientId = 'runner-1'
export const clientSecret = 'not-a-real-secret'
/** Scripts as the test's own user: what contains them has tests of its own. */
export const scripts = {
  mode: 'shared',
  limits: { memoryMib: 2048, processes: 512, fileMib: 1024, cpuSeconds: 0 },
  readable: [],
} as const

type Kind = FromRunner['kind']
type Message<K extends Kind> = Extract<FromRunner, { kind: K }>

/** A stand-in for a runner's API on loopback: real HTTP and WebSocket, the journal in memory. */
export interface RunnerApi {
  apiUrl: string
  /** Everything that arrived, in order. */
  readonly received: FromRunner[]
  /**
   * Reports as the journal took them, each of a root once, in order; renumbered, ends separate from
   * beginnings.
   */
  readonly journal: Report[]
  tokensGiven: number
  /** Frames that arrived. */
  frames: number
  /** false: reports are kept, but neither acknowledged nor journaled, until `commit`. */
  committing: boolean
  /** false: a hello is not answered. */
  welcoming: boolean
  /** Refuses the next so many connections with 401. */
  refusals: number
  connected(): boolean
  send(...messages: ToRunner[]): void
  publish(files: Readonly<Record<string, string>>): string
  run(artifact: string, pipelineName: string, more?: Partial<RunMessage>): string
  /** Takes what is held into the journal, all or of one root, and acknowledges it. */
  commit(root?: string): void
  /** Breaks the connection as a network does: without a word. */
  breakConnection(): void
  /** Stays connected, but hears nothing any more and answers nothing. */
  stall(): void
  /** Forgets the session: the next `hello` begins a new one. */
  forgetSession(): void
  /** Resolves when `condition` holds; it is looked at whenever something arrives. */
  until<T>(what: string, condition: () => T | undefined | false): Promise<T>
  of<K extends Kind>(kind: K): Message<K>[]
  close(): Promise<void>
}

const isReport = (message: FromRunner): message is Report =>
  ['step-started', 'step-expanded', 'step-finished', 'execution-finished'].includes(message.kind)

/** A step that began and ended in one report, as two: tests tell them apart. */
function apart<M extends FromRunner>(message: M): (M | Report)[] {
  if (message.kind !== 'step-started' || message.ended === undefined) return [message]
  const { ended, ...started }: Message<'step-started'> = message
  const { root, n, execution, seq } = started
  return [started, { root, n, kind: 'step-finished', execution, seq, ...ended! }]
}

export async function startRunnerApi(): Promise<RunnerApi> {
  const artifacts = new Map<string, { path: string; content: string }[]>()
  const sessions = new Set<string>()
  const lastN = new Map<string, number>()
  const nextReports = new Map<string, number>()
  const watchers = new Set<() => void>()
  let held: Report[] = []
  let socket: WebSocket | undefined
  const http = createServer((request, response) => token(api, request, response))
  const sockets = new WebSocketServer({ noServer: true })

  http.on('upgrade', (request, raw, head) => {
    const refused = request.headers.authorization !== `Bearer token-${api.tokensGiven}` || api.refusals > 0
    if (refused || request.url !== '/api/v1/agent-session') {
      api.refusals = Math.max(0, api.refusals - 1)
      raw.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, raw, head, (accepted) => {
      accepted.on('message', (data) => {
        api.frames++
        receive(accepted, readFromRunner(String(data)))
      })
      accepted.on('close', () => changed())
    })
  })

  function receive(from: WebSocket, messages: ReturnType<typeof readFromRunner>) {
    for (const message of messages) {
      if (message.kind === 'unfit') throw new FrameError(message.reason)
      api.received.push(...apart(message))
      if (message.kind === 'hello') api.welcoming && welcome(from, message.session)
      else if (message.kind === 'artifact-wanted') deliver(message.artifact)
      else if (message.kind === 'log') {
        api.send({ kind: 'log-committed', root: message.root, line: message.first + message.lines.length })
      } else if (isReport(message)) held.push(message)
    }
    if (api.committing) api.commit()
    changed()
  }

  function welcome(from: WebSocket, wanted: string | undefined) {
    socket = from
    const resumed = wanted !== undefined && sessions.has(wanted)
    const session = resumed ? wanted : randomUUID()
    sessions.add(session)
    api.send({ kind: 'welcome', session, runner: randomUUID(), runnerName: 'local', resumed })
  }

  function deliver(artifact: string) {
    const files = artifacts.get(artifact) ?? []
    const half = Math.ceil(files.length / 2)
    api.send({ kind: 'artifact', artifact, files: files.slice(0, half), last: false })
    api.send({ kind: 'artifact', artifact, files: files.slice(half), last: true })
  }

  /** A report that is on disk already is acknowledged again, one that came too early is a fault. */
  function journal(report: Report) {
    const last = lastN.get(report.root) ?? 0
    if (report.n <= last) return
    if (report.n !== last + 1) throw new Error(`Report ${report.n} of ${report.root} came after ${last}`)
    lastN.set(report.root, report.n)
    for (const part of apart(report)) {
      const n = (nextReports.get(report.root) ?? 0) + 1
      nextReports.set(report.root, n)
      api.journal.push({ ...part, n })
    }
  }

  function changed() {
    for (const watcher of [...watchers]) watcher()
  }

  const api: RunnerApi = {
    apiUrl: '',
    received: [],
    journal: [],
    tokensGiven: 0,
    frames: 0,
    committing: true,
    welcoming: true,
    refusals: 0,
    connected: () => socket?.readyState === 1,
    send(...messages) {
      for (const frame of writeFrames(messages)) socket?.send(frame)
    },
    publish(files) {
      const artifact = randomUUID()
      artifacts.set(
        artifact,
        Object.entries(files).map(([path, content]) => ({ path, content })),
      )
      return artifact
    },
    run(artifact, pipelineName, more = {}) {
      const message = { ...emptyRun(), artifact, pipelineName, ...more }
      lastN.set(message.execution, message.nextN - 1)
      nextReports.set(message.execution, message.nextN - 1)
      api.send(message)
      return message.execution
    },
    commit(only) {
      const taken = held.filter((report) => only === undefined || report.root === only)
      held = held.filter((report) => !taken.includes(report))
      for (const report of taken) journal(report)
      for (const root of new Set(taken.map((report) => report.root))) {
        api.send({ kind: 'committed', root, n: lastN.get(root) ?? 0 })
      }
    },
    breakConnection: () => socket?.terminate(),
    stall: () => socket?.pause(),
    forgetSession: () => sessions.clear(),
    until: (what, condition) => until(watchers, what, condition),
    of: (kind) => api.received.filter((message) => message.kind === kind) as never,
    async close() {
      for (const client of sockets.clients) client.terminate()
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
  api.apiUrl = await listen(http)
  return api
}

async function listen(http: Server): Promise<string> {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/api`
}

function token(api: RunnerApi, request: IncomingMessage, response: ServerResponse) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const right = request.method === 'POST' && request.url === '/oauth/token'
  if (!right || request.headers.authorization !== basic) {
    response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }))
    return
  }
  api.tokensGiven++
  const body = { access_token: `token-${api.tokensGiven}`, token_type: 'Bearer', expires_in: 1800 }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function until<T>(
  watchers: Set<() => void>,
  what: string,
  condition: () => T | undefined | false,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => {
      watchers.delete(look)
      reject(new Error(`Waited in vain: ${what}`))
    }, 8_000)
    const look = () => {
      const value = condition()
      if (value === undefined || value === false) return
      clearTimeout(end)
      watchers.delete(look)
      resolve(value)
    }
    watchers.add(look)
    look()
  })
}

const emptyRun = (): RunMessage => ({
  kind: 'run',
  execution: randomUUID(),
  project: randomUUID(),
  environment: 'Development',
  artifact: randomUUID(),
  versionName: '1.0.0',
  pipelineName: '',
  warehouse: 'DUCKDB',
  connection: { type: 'DUCKDB' },
  projectVariables: [],
  scalarVariables: {},
  gridVariables: {},
  nextN: 1,
  nextLogLine: 0,
  history: [],
})

/** The same reports of an execution with another id: a runner does not start an in-flight execution again. */
export const withId = (id: string, before: string, reports: readonly Report[]): Report[] =>
  JSON.parse(JSON.stringify(reports).replaceAll(before, id)) as Report[]

/** The journal as another session would get it. */
export function historyOf(reports: readonly Report[]): HistoryStep[] {
  const steps = new Map<string, HistoryStep>()
  for (const report of reports) {
    if (report.kind === 'execution-finished') continue
    const id = `${report.execution} ${report.seq}`
    if (report.kind === 'step-started') {
      const { execution, seq, key, name, type, attempt, iteration, at: startedAt, child } = report
      const position = iteration === undefined ? {} : { iteration }
      steps.set(id, { execution, seq, key, name, type, attempt, ...position, startedAt, ...childOf(child) })
      continue
    }
    const step = steps.get(id)
    if (step === undefined) throw new Error(`A step ended that had not begun: ${id}`)
    const { n } = report
    if (report.kind === 'step-finished') steps.set(id, { ...step, finished: { n, outcome: report.outcome } })
    else steps.set(id, { ...step, iterations: report.iterations, expandedN: n })
  }
  return [...steps.values()]
}

function childOf(child: Extract<Report, { kind: 'step-started' }>['child']): Pick<HistoryStep, 'child'> {
  if (child === undefined) return {}
  const { execution, pipelineName, scalarVariables, gridVariables, secretValues } = child
  return {
    child: {
      execution,
      pipelineName,
      scalarVariables: { ...scalarVariables, ...secretValues?.scalarVariables },
      gridVariables: { ...gridVariables, ...secretValues?.gridVariables },
    },
  }
}
