import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { errorText } from '../lib/error-text.ts'
import type { Log } from '../lib/log.ts'
import type { Figure } from '../lib/otlp/figures.ts'
import { StartupError } from '../lib/startup-error.ts'

/** What a runner is doing, by the names that charts which scale runners read. */
export interface RunnerActivity {
  readonly agentStatus: 'RUNNING' | 'STOPPING' | 'UNKNOWN'
  /** Components that run. */
  readonly activeTaskCount: number
  /** Executions in flight. */
  readonly activeRequestCount: number
  /** 1 while the API knows this runner, 0 while it is away. */
  readonly openSessionsCount: number
}

export interface Actuator {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves `GET /actuator/info` (JSON) and `/actuator/prometheus` on a port of its own: for the network of
 * those who operate the runner, without a token. Throws `StartupError` when it cannot listen there.
 */
export async function serveActuator(
  port: number,
  activity: () => RunnerActivity,
  log: Log,
): Promise<Actuator> {
  const server = createServer(({ method, url = '' }, response) => {
    const path = url.split('?', 1)[0]!
    const answer = answers[path]
    if (answer === undefined) return end(response, 404, 'text/plain', 'Not found\n')
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return end(response, 405, 'text/plain', 'Method not allowed\n')
    }
    end(response, 200, answer.type, answer.text(activity()))
  })
  server.listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartupError(
      `Cannot listen on port ${port} for the metrics of the runner: ${errorText(error)}; ` +
        'choose another with --runner-metrics-port or HEADRACE_RUNNER_METRICS_PORT',
      { cause: error },
    )
  }
  const address = server.address()
  const opened = typeof address === 'object' && address !== null ? address.port : port
  log.info({ port: opened }, 'The runner serves /actuator/info and /actuator/prometheus')
  return {
    port: opened,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const end = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}

const answers: Readonly<Record<string, { type: string; text: (activity: RunnerActivity) => string }>> = {
  '/actuator/info': {
    type: 'application/json; charset=utf-8',
    text: (activity) => JSON.stringify(activity),
  },
  '/actuator/prometheus': {
    type: 'text/plain; version=0.0.4; charset=utf-8',
    text: (activity) => gaugesOf(activity).map(gaugeText).join(''),
  },
}

type Gauge = readonly [name: string, help: string, value: number]

const gaugesOf = (activity: RunnerActivity): readonly Gauge[] => [
  ['app_agent_status', '1 while the runner accepts work, else 0', activity.agentStatus === 'RUNNING' ? 1 : 0],
  ['app_active_task_count', 'Running components', activity.activeTaskCount],
  ['app_active_request_count', 'Executions in flight', activity.activeRequestCount],
  ['app_open_sessions_count', '1 while the runner is connected, else 0', activity.openSessionsCount],
]

/** What `/actuator/prometheus` says, and the memory of the process, as figures to be sent. */
export const runnerFigures = (activity: RunnerActivity): Figure[] => {
  const memory = [
    'process_resident_memory_bytes',
    'Resident memory size in bytes.',
    process.memoryUsage.rss(),
  ] as const
  return [...gaugesOf(activity), memory].map(([name, help, value]) => ({
    name,
    help,
    kind: 'gauge',
    points: [{ labels: {}, value }],
  }))
}

const gaugeText = ([name, help, value]: Gauge): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
