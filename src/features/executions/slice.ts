import type { Db } from '../../db/database.ts'
import type { Authenticate } from '../../http/bearer.ts'
import type { Server } from '../../http/server.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { RunnerId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Sampling } from '../../lib/trace-context.ts'
import type { ParsePipeline } from '../../pipeline/parse.ts'
import type { CutPart } from '../../pipeline/part.ts'
import { readFiles } from '../artifacts/service.ts'
import { PROBE_CHANNEL } from '../connections/access.ts'
import { MOVE_CHANNEL, MOVE_STOPPED_CHANNEL } from '../environment-moves/access.ts'
import { SAMPLE_CANCEL_CHANNEL, SAMPLE_CHANNEL } from '../samples/access.ts'
import { endSessionsOfRunner } from './endings/runner-loss-store.ts'
import { createExecutionLogs } from './logs/logs.ts'
import { executionMetrics } from './maintenance/metrics.ts'
import { executionPasses } from './maintenance/passes.ts'
import { CANCEL_CHANNEL, QUEUED_CHANNEL } from './queue/channels.ts'
import { executionRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createExecutions, type Executions, type FindUnpublished } from './service.ts'
import { createGateway, type Gateway, type GatewayProbes } from './sessions/gateway.ts'
import type { GatewayMoves } from './sessions/moving.ts'
import type { RunnerLookups } from './sessions/runner-questions.ts'
import type { GatewaySamples } from './sessions/sampling.ts'
import type { SessionAudit } from './sessions/session-trail.ts'
import { slowerRoutes } from './slower/routes.ts'
import * as slowerSchema from './slower/schema.ts'
import { listSlower } from './slower/slower-store.ts'

export interface ExecutionsSliceOptions {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  readonly log: Log
  /** Accepts the tokens of runners. */
  readonly authenticate: Authenticate
  readonly lookups: RunnerLookups
  /** Tests of connections that runners make. */
  readonly probes: GatewayProbes
  /** Samples that runners take. */
  readonly samples: GatewaySamples
  /** Moves of environments that runners make. */
  readonly moves: GatewayMoves
  readonly parsePipeline: ParsePipeline
  readonly findUnpublished: FindUnpublished
  readonly cutPart: CutPart
  /** Where the sessions of runners are recorded. */
  readonly audit: SessionAudit
  /** Steps reported what they read or wrote. */
  readonly onAssets: () => void
  /** Where runs are exported to, if anywhere. */
  readonly telemetry: { readonly sampling: Sampling } | undefined
  readonly settings: {
    readonly basePath: string
    readonly leaseSeconds: number
    readonly retentionDays: number
    /** An execution that loses more runners than this fails. */
    readonly maxRunnerLosses: number
    /** A runner that is silent for longer is given up, even if nobody else can take its work. */
    readonly lostRunnerSeconds: number
  }
}

export interface ExecutionsSlice extends SliceWith<Executions> {
  /** Requeues the executions of a runner whose process is known to be dead, without waiting for its lease. */
  runnerDied(id: RunnerId): Promise<void>
}

/** Executions, and the WebSocket through which runners receive them. */
export function executionsSlice(options: ExecutionsSliceOptions): ExecutionsSlice {
  const { db, writer, log, authenticate, lookups, probes, samples, moves, audit, settings } = options
  const { dispatch, others } = executionPasses(db, () => gateway, log, settings)
  const gateway = createGateway({
    db,
    writer,
    log,
    authenticate,
    lookups,
    probes,
    samples,
    moves,
    audit,
    onAssets: options.onAssets,
    terms: settings,
    sampling: options.telemetry?.sampling,
    wake: () => dispatch.wake(),
    readFiles: (id) => readFiles(db, id),
  })
  const executions = createExecutions({ ...options, handOff: gateway })
  return {
    service: executions,
    shapes: [schema, slowerSchema],
    routes(api) {
      executionRoutes(api, executions, createExecutionLogs(db, executions))
      slowerRoutes(api, (caller, limit) => listSlower(db, caller, limit))
    },
    mount: (app) => acceptUpgrades(app, gateway, `${settings.basePath}/v1/agent-session`),
    passes: [dispatch, ...others],
    measured: executionMetrics(db, gateway),
    channels: {
      [PROBE_CHANNEL]: (id) =>
        void gateway
          .probe(id)
          .catch((error: unknown) => log.error({ err: error }, 'Could not ask a runner for a probe')),
      [SAMPLE_CHANNEL]: (id) =>
        void gateway
          .sample(id)
          .catch((error: unknown) => log.error({ err: error }, 'Could not ask a runner for a sample')),
      [SAMPLE_CANCEL_CHANNEL]: gateway.cancelSample,
      [MOVE_CHANNEL]: () =>
        void gateway
          .move()
          .catch((error: unknown) => log.error({ err: error }, 'Could not ask a runner for a move')),
      [MOVE_STOPPED_CHANNEL]: gateway.stopMove,
      [QUEUED_CHANNEL]: gateway.onQueuedNotification,
      [CANCEL_CHANNEL]: (id) =>
        void gateway
          .cancel(id)
          .catch((error: unknown) =>
            log.error({ err: error, execution: id }, 'Could not pass a cancellation on'),
          ),
    },
    close: gateway.close,
    runnerDied: (id) => endSessionsOfRunner(db, id, 'its process ended', settings.maxRunnerLosses),
  }
}

/** Hands HTTP upgrades of `path` to the gateway; there is no other WebSocket. */
function acceptUpgrades(app: Server, gateway: Gateway, path: string): void {
  app.server.on('upgrade', (request, socket, head) => {
    // From here on Node's server does not listen any more, and an error nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?', 1)[0] === path)
      void gateway.upgrade(request, app.addressOf(request), socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
}
