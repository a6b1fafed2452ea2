import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { errorText } from '../lib/error-text.ts'
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
   * `/livez`, `/readyz` and `/metrics`, at the origin. Everybody learns whether the server is ready; the checks behind
   * it, the warnings and the figures tell of the inside, and are for operators. Warnings announce future problems and
   * do not make the server unready.
   */
  routes(app: Server, requireOperator: RequireOperator): void
}

/** What operates the platform asks: load balancers, probes, collectors of metrics. */
export function createHealth(
  checks: readonly HealthCheck[],
  measured: readonly Measured[],
  warnings: readonly HealthCheck[] = [],
): Health {
  const open = { schema: { hide: true }, config: { publicAccess: true } }
  const registry = new Registry()
  // Each look at how late the event loop is wakes the process.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
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
      async collect() {
        this.set(await read())
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
    app.get('/livez', open, async () => ({ status: 'ok' }))

    app.get('/readyz', open, async (request, reply) => {
      const results = await Promise.all(
        checks.map(async ({ name, check }) => [name, (await check().catch(errorText)) ?? 'ok'] as const),
      )
      const well = results.every(([, result]) => result === 'ok')
      const status = well ? 'ok' : 'not ready'
      reply.code(well ? 200 : 503)
      // When the database is away nobody can be recognized: then, too, only the status is told.
      const isOperator = await requireOperator(request).then(
        () => true,
        () => false,
      )
      if (!isOperator) return { status }
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

  return { watch, routes }
}

/** Names of warnings only. Administrators of the subject see the details. */
async function warningsOf(checks: readonly HealthCheck[]): Promise<string[]> {
  const warnings = await Promise.all(
    checks.map(async ({ name, check }) =>
      (await check().catch(() => undefined)) === undefined ? [] : [name],
    ),
  )
  return warnings.flat()
}
