import type { FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import { errorText } from '../lib/error-text.ts'
import type { Figure } from '../lib/otlp/figures.ts'
import { deadline } from '../lib/wait.ts'
import { collectNodeFigures } from './event-loop-lag.ts'
import { figuresOf } from './figures.ts'
import type { Server } from './server.ts'

/** Something that must be well for requests to succeed. Answers what is wrong, or undefined. */
export interface HealthCheck {
  readonly name: string
  check(): Promise<string | undefined>
}

/** A number that is read when metrics are. */
export interface Measured {
  readonly name: string
  readonly help: string
  read(): number | Promise<number>
}

/** Throws a problem unless the sender of a request may read figures and details. */
export type RequireOperator = (request: FastifyRequest) => Promise<void>

export interface Health {
  /** Measures the requests of `app`. */
  watch(app: Server): void
  /**
   * `/livez`, `/readyz` and `/metrics`, at the origin. Everybody learns whether the server is ready; the
   * checks behind it, the warnings and the figures tell of the inside, and are for operators. Warnings
   * announce future problems and do not make the server unready.
   */
  routes(app: Server, requireOperator: RequireOperator): void
  /** What `/metrics` says, for those who are sent it instead. */
  figures(): Promise<Figure[]>
}

export interface HealthOptions {
  /** What must be well for requests to succeed. */
  readonly checks: readonly HealthCheck[]
  /** What only a new start mends. They read memory only: a process that waits for its database is alive. */
  readonly livenessChecks: readonly HealthCheck[]
  readonly measured: readonly Measured[]
  readonly warnings: readonly HealthCheck[]
}

/** Probes give up after some five seconds, and what they ask must have been answered by then. */
const ANSWER_MS = 3_000

/** What operates the platform asks: load balancers, probes, collectors of metrics. */
export function createHealth({ checks, livenessChecks, measured, warnings }: HealthOptions): Health {
  const open = { schema: { hide: true }, config: { publicAccess: true } }
  const registry = new Registry()
  collectNodeFigures(registry)
  const seconds = new Histogram({
    name: 'headrace_http_request_seconds',
    help: 'Time to answer a request, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  for (const { name, help, read } of measured) {
    new Gauge({
      name,
      help,
      registers: [registry],
      /** A figure that cannot be read is left out, so that the others can be. */
      async collect() {
        try {
          this.set(await deadline(ANSWER_MS, Promise.try(read)))
        } catch {
          this.remove()
        }
      },
    })
  }

  function watch(app: Server): void {
    app.addHook('onResponse', (request, reply, done) => {
      const operation = (request.routeOptions.schema as { operationId?: string } | undefined)?.operationId
      if (operation !== undefined)
        seconds.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
      done()
    })
  }

  function routes(app: Server, requireOperator: RequireOperator): void {
    app.get('/livez', open, async (request, reply) => {
      const faults = (await resultsOf(livenessChecks)).filter(([, result]) => result !== 'ok')
      if (faults.length === 0) return { status: 'ok' }
      request.log.error({ faults: Object.fromEntries(faults) }, 'This process is stuck and must be restarted')
      return reply.code(503).send({ status: 'stuck' })
    })

    app.get('/readyz', open, async (request, reply) => {
      // When the database is away nobody can be recognized: then, too, only the status is told.
      const recognizing = deadline(ANSWER_MS, requireOperator(request)).then(
        () => true,
        () => false,
      )
      const results = await resultsOf(checks)
      const well = results.every(([, result]) => result === 'ok')
      const status = well ? 'ok' : 'not ready'
      reply.code(well ? 200 : 503)
      if (!(await recognizing)) return { status }
      return {
        status,
        checks: Object.fromEntries(results),
        warnings: well ? await warningsOf(warnings) : [],
      }
    })

    app.get('/metrics', open, async (request, reply) => {
      await requireOperator(request)
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }

  return { watch, routes, figures: async () => figuresOf(await registry.getMetricsAsJSON()) }
}

/** What is wrong by the name of each check, or `ok`; one that does not answer in time is wrong. */
const resultsOf = (checks: readonly HealthCheck[]): Promise<(readonly [string, string])[]> =>
  Promise.all(
    checks.map(async ({ name, check }) => {
      const result = await deadline(ANSWER_MS, Promise.try(check)).catch(errorText)
      return [name, result ?? 'ok'] as const
    }),
  )

/** Names of warnings only. Administrators of the subject see the details. */
async function warningsOf(checks: readonly HealthCheck[]): Promise<string[]> {
  const warnings = await Promise.all(
    checks.map(async ({ name, check }) =>
      (await deadline(ANSWER_MS, Promise.try(check)).catch(() => undefined)) === undefined ? [] : [name],
    ),
  )
  return warnings.flat()
}
