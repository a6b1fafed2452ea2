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

/**
 * `/livez`, `/readyz` and `/metrics`: at the origin, without a token, for what operates the platform.
 * `/readyz` reports warnings too, but they do not make the server unready: they announce future problems.
 */
export function healthRoutes(
  app: Server,
  checks: readonly HealthCheck[],
  measured: readonly Measured[],
  warnings: readonly HealthCheck[] = [],
): void {
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
  app.addHook('onResponse', (request, reply, done) => {
    const operation = (request.routeOptions.schema as { operationId?: string } | undefined)?.operationId
    if (operation !== undefined)
      seconds.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/livez', open, async () => ({ status: 'ok' }))

  app.get('/readyz', open, async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async ({ name, check }) => [name, (await check().catch(errorText)) ?? 'ok'] as const),
    )
    const well = results.every(([, result]) => result === 'ok')
    return reply.code(well ? 200 : 503).send({
      status: well ? 'ok' : 'not ready',
      checks: Object.fromEntries(results),
      warnings: well ? await warningsOf(warnings) : [],
    })
  })

  app.get('/metrics', open, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

/** Names of warnings only: everybody can read this page. Administrators of the subject see the details. */
async function warningsOf(checks: readonly HealthCheck[]): Promise<string[]> {
  const warnings = await Promise.all(
    checks.map(async ({ name, check }) =>
      (await check().catch(() => undefined)) === undefined ? [] : [name],
    ),
  )
  return warnings.flat()
}
