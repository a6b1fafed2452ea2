import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { clockDifference } from '../../db/clock-difference.ts'
import { type Db, openDatabase } from '../../db/database.ts'
import { databaseProblem } from '../../db/errors.ts'
import { createExclusion } from '../../db/exclusion.ts'
import { databaseFault } from '../../db/health.ts'
import { listener } from '../../db/listen.ts'
import { createLookout } from '../../db/lookout.ts'
import { type Binding, enterInstallation } from '../../features/installation/service.ts'
import { createAdmission } from '../../features/permissions/admission.ts'
import type { Runners } from '../../features/runners/service.ts'
import { decidePermissionFirst } from '../../http/admission.ts'
import { authenticateHeader, requireBearer } from '../../http/bearer.ts'
import { compressAnswers } from '../../http/compression.ts'
import { allowOrigins, type CrossOriginOptions } from '../../http/cross-origin.ts'
import { documentationRoutes } from '../../http/documentation.ts'
import { honourEntityTags } from '../../http/entity-tags.ts'
import { answerFaces, SECOND_BASE_PATH } from '../../http/faces.ts'
import { fixedAnswer } from '../../http/fixed-answer.ts'
import { createHealth, type Health } from '../../http/health.ts'
import { answerRepeats } from '../../http/idempotency/repeats.ts'
import { createResponseStore, deleteOldRequests } from '../../http/idempotency/store.ts'
import { refuseEncodings } from '../../http/media-types.ts'
import { problemRoutes } from '../../http/problem-pages.ts'
import { createServer, type Server } from '../../http/server.ts'
import type { Slice } from '../../http/slice.ts'
import { webFiles } from '../../http/web-interface.ts'
import type { RunnerId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { limitConnections } from '../../lib/open-files.ts'
import { metricsService } from '../../lib/otlp/metrics.ts'
import { Problem } from '../../lib/problem.ts'
import { createPasses, keepRunning, type Service, type WakeableService } from '../../lib/service.ts'
import { productVersion } from '../../lib/version.ts'
import type { AdminAnnouncement, FirstAdmin } from '../first-start/admin-credentials.ts'
import type { Settings } from '../settings/settings.ts'
import { clockCheck, clockFigure } from './clock-check.ts'
import { type Core, createCore } from './core.ts'
import { makeFirstAdmin } from './first-administrator.ts'
import { listen, listeningOrigin, portsOf } from './listening.ts'
import { passCheck, stuckConnectionCheck, stuckPassCheck } from './pass-check.ts'
import { schemaRoutes } from './schema-routes.ts'
import { createSlices, passesOf, type Slices } from './slices.ts'

export interface ApiOptions {
  readonly settings: Settings
  readonly databaseUrl: string
  /** What whoever runs the database knows to be wrong with it, in words. */
  readonly databaseFault?: () => string | undefined
  readonly masterKey: Buffer
  readonly log: Log
  /** Called when this start creates the first administrator. */
  readonly announce?: AdminAnnouncement
}

export interface RunningApi {
  /** Under which clients reach the server, without the base path. */
  readonly origin: string
  readonly runners: Runners
  /** Created by this start; undefined when there was an administrator already. */
  readonly firstAdmin: FirstAdmin | undefined
  /** Requeues at once what a runner held whose process is known to be dead. */
  runnerDied(runnerId: RunnerId): Promise<void>
  /** Stops accepting requests, finishes those in flight, closes the database. */
  close(): Promise<void>
}

const CLEAN_UP_MS = 3_600_000
const BIND_MS = 600_000

/** The API process: HTTP, runner sessions and the background passes. Any number may run over one database. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { settings, log } = options
  const api = await buildApi(options)
  const { app, slices, services } = api
  const stop = new AbortController()
  const stopServing = () =>
    Promise.all([app.close(), api.operations?.close(), ...slices.all.map((slice) => slice.close?.())])
  const firstAdmin = await openUp(api, options).catch(async (error) => {
    await stopServing()
    await api.close()
    throw error
  })
  const running = services.map((service) => keepRunning(service, stop.signal, log))
  log.info({ address: api.origin(), basePath: settings.basePath }, 'The API is listening')

  async function close(): Promise<void> {
    await stopServing()
    stop.abort()
    await Promise.all(running)
    await api.close()
  }

  const { runners, runnerDied } = slices
  return { origin: api.origin(), runners, firstAdmin, runnerDied, close }
}

async function openUp(api: BuiltApi, options: ApiOptions): Promise<FirstAdmin | undefined> {
  const firstAdmin = await api.firstAdmin
  const ports = portsOf(options.settings)
  limitConnections(api.app.server, options.log)
  await listen(api.app, ports.api)
  if (api.operations !== undefined) await listen(api.operations, ports.metrics)
  return firstAdmin
}

type Databases = ReturnType<typeof openDatabases>
type BuiltApi = Awaited<ReturnType<typeof buildApi>>

function openDatabases({ databaseUrl, log }: ApiOptions) {
  const database = openDatabase({ connectionString: databaseUrl, log })
  // What waits for the disk has connections of its own, so that reading does not wait behind it.
  const writing = openDatabase({
    connectionString: databaseUrl,
    log,
    pipelineCount: 6,
    poolSize: 2,
    byKey: true,
  })
  const exclusion = createExclusion(databaseUrl)
  const close = async () => {
    await Promise.all([database.close(), writing.close(), exclusion.close()])
  }
  const diskIsFull = () => database.diskIsFull() || writing.diskIsFull()
  const longestSilenceMs = () => Math.max(database.longestSilenceMs(), writing.longestSilenceMs())
  const { exclusively } = exclusion
  return { db: database.db, writer: writing.db, exclusively, diskIsFull, longestSilenceMs, close }
}

/** Everything of the API process, not listening yet. Leaves no connection open when it fails. */
async function buildApi(options: ApiOptions) {
  const databases = openDatabases(options)
  try {
    return await buildOver(databases, options)
  } catch (error) {
    await databases.close()
    throw error
  }
}

async function buildOver(databases: Databases, options: ApiOptions) {
  const { db, writer, exclusively, close } = databases
  const { settings, databaseUrl, log } = options
  const { id: installationId, dataKey, binding } = await enterInstallation(db, options.masterKey)
  const origin = (): string => settings.publicUrl ?? listeningOrigin(app, settings.host)
  const { basePath } = settings
  const trustedProxies = settings.trustedProxies?.split(',').map((one) => one.trim()) ?? []
  const version = productVersion
  const app = await createServer({ log, basePath, origin, version, trustedProxies, databaseProblem })
  const core = createCore({
    db,
    writer,
    exclusively,
    log,
    settings,
    origin,
    installationId,
    dataKey,
    isBound: binding.isDone,
  })
  const slices = createSlices(core)
  const firstAdmin = makeFirstAdmin(slices, options) // its secrets are hashed while routes are built
  firstAdmin.catch(() => undefined) // reported when it is awaited
  const own = [...slices.all.flatMap((slice) => slice.passes ?? []), ...housekeeping(db, log, binding)]
  const passes = [createLookout(writer, log, slices.all.flatMap(passesOf)), ...own]

  allowOrigins(app, crossOrigin(settings))
  await app.register(cookie)
  app.shapes.push(...slices.all.flatMap((slice) => slice.shapes ?? []))
  for (const slice of slices.all) slice.watch?.(app)
  documentationRoutes(app, basePath)
  problemRoutes(app)
  schemaRoutes(app)
  await webFiles(app)
  const difference = () => clockDifference(db)
  const health = createHealth({
    checks: [databaseCheck(databases, options), ...passes.map((pass) => passCheck(pass))],
    livenessChecks: [stuckConnectionCheck(databases.longestSilenceMs), ...passes.map(stuckPassCheck)],
    measured: [clockFigure(difference), ...slices.all.flatMap((slice) => slice.measured ?? [])],
    warnings: [clockCheck(difference), ...slices.all.flatMap((slice) => slice.warnings ?? [])],
  })
  health.watch(app)
  health.routes(app, requireOperator(slices))
  const operations = await operationsServer(health, options)
  for (const slice of slices.all) await slice.mount?.(app)
  await app.register(
    async (scope) => {
      const api = scope as unknown as Server
      documentRoute(api)
      requireBearer(api, slices.authenticate, slices.authenticateBrowser)
      await limitRate(api, settings.apiRateLimit)
      refuseEncodings(api)
      decidePermissionFirst(api, createAdmission(db))
      answerFaces(api)
      honourEntityTags(api, exclusively)
      answerRepeats(api, createResponseStore(db, core.encryption))
      compressAnswers(api)
      for (const slice of slices.all) await slice.routes?.(api)
    },
    { prefix: basePath },
  )

  const channels = channelsOf(slices.all)
  const services: Service[] = [
    ...passes,
    ...slices.all.flatMap((slice) => slice.services ?? []),
    listener(databaseUrl, channels, log),
    ...metricsExport(core, health, slices, log),
  ]
  return { app, operations, slices, origin, services, firstAdmin, close }
}

/** Figures and details of the inside are for SUPER_ADMIN, by token or in a browser session. */
function requireOperator({ authenticate, authenticateBrowser }: Slices) {
  return async (request: FastifyRequest): Promise<void> => {
    const { authorization } = request.headers
    const caller =
      (authorization === undefined ? await authenticateBrowser(request) : undefined) ??
      (await authenticateHeader(authorization, authenticate))
    if (!('accountRole' in caller) || caller.accountRole !== 'SUPER_ADMIN')
      throw new Problem('forbidden', 'Only SUPER_ADMIN may read this here; see HEADRACE_METRICS_PORT')
  }
}

/** A port for the network of those who operate the platform: who reaches it may read everything on it. */
async function operationsServer(health: Health, { settings, log }: ApiOptions): Promise<Server | undefined> {
  if (settings.metricsPort === 0) return undefined
  const origin = () => `http://${settings.host}:${settings.metricsPort}`
  const { basePath } = settings
  const app = await createServer({ log, basePath, origin, version: productVersion, databaseProblem })
  health.routes(app, async () => undefined)
  return app
}

/**
 * Deletes the responses that were kept for repeated requests, once they are old; binds ciphertexts of before
 * to their rows.
 */
function housekeeping(db: Db, log: Log, binding: Binding): WakeableService[] {
  const pass = createPasses(log)
  const deleting = pass('delete old requests', CLEAN_UP_MS, () => deleteOldRequests(db))
  return binding.isDone() ? [deleting] : [deleting, pass('bind ciphertexts', BIND_MS, binding.pass)]
}

/** Who runs the database knows why it is away; a full disk shows only in statements that were refused. */
const databaseCheck = (
  { db, diskIsFull }: Pick<Databases, 'db' | 'diskIsFull'>,
  options: Pick<ApiOptions, 'databaseFault'>,
) => ({
  name: 'database',
  check: async () =>
    options.databaseFault?.() ??
    (await databaseFault(db)) ??
    (diskIsFull() ? 'the disk of the database is full; changes wait until it has room' : undefined),
})

/** Sends what `/metrics` says, and how long runs took, where OpenTelemetry's variables say so. */
function metricsExport({ telemetry }: Core, health: Health, { runFigures }: Slices, log: Log): Service[] {
  if (telemetry?.addresses.metrics === undefined) return []
  const figures = async () => [...(await health.figures()), ...runFigures()]
  return [metricsService({ ...telemetry, target: telemetry, figures, log })]
}

function documentRoute(app: Server): void {
  const send = fixedAnswer('application/json; charset=utf-8', () => JSON.stringify(app.swagger()))
  app.get('/v1/openapi.json', { schema: { hide: true }, config: { publicAccess: true } }, send)
}

/** Pages of other origins call the API, and get a token for it; on both faces. */
const crossOrigin = ({ corsOrigins, basePath }: Settings): CrossOriginOptions => ({
  origins: corsOrigins?.split(',').map((one) => one.trim()) ?? [],
  prefixes: [`${basePath}/`, `${SECOND_BASE_PATH}/`, '/oauth/', '/.well-known/'],
})

/** Off by default. A credential above the limit receives 429 with the time to wait. */
async function limitRate(app: Server, maxPerMinute: number): Promise<void> {
  if (maxPerMinute === 0) return
  await app.register(rateLimit, {
    max: maxPerMinute,
    timeWindow: 60_000,
    hook: 'preHandler',
    keyGenerator: (request) => request.authenticated?.clientId ?? request.ip,
    allowList: (request) => request.authenticated === undefined || request.isOwnRead,
    errorResponseBuilder: (_request, { ttl, max }) =>
      new Problem('too-many-requests', `More than ${max} requests in a minute`, {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  })
}

/** What several features listen to, each hears. */
function channelsOf(slices: readonly Slice[]): Record<string, (payload: string) => void> {
  const handlers = slices.flatMap((slice) => Object.entries(slice.channels ?? {}))
  return Object.fromEntries(
    [...Map.groupBy(handlers, ([channel]) => channel)].map(([channel, all]) => [
      channel,
      (payload: string) => {
        for (const [, hear] of all) hear(payload)
      },
    ]),
  )
}
