import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { createAnswers, deleteOldRequests } from '../../db/answers.ts'
import { openDatabase } from '../../db/database.ts'
import { databaseProblem } from '../../db/errors.ts'
import { databaseFault } from '../../db/health.ts'
import { listener } from '../../db/listen.ts'
import { deleteOldAnswers } from '../../db/once.ts'
import { readFiles } from '../../features/artifacts/service.ts'
import { createCredentials } from '../../features/credentials/service.ts'
import {
  CANCEL_CHANNEL,
  createGateway,
  endSessionsOfRunner,
  executionMetrics,
  executionPasses,
  type Gateway,
  QUEUED_CHANNEL,
} from '../../features/executions/service.ts'
import { enterInstallation } from '../../features/installation/service.ts'
import { createRunners, type Runners } from '../../features/runners/service.ts'
import { scheduleWork } from '../../features/schedules/service.ts'
import { tokenRoutes } from '../../features/tokens/routes.ts'
import { createGuessLimit, createTokens } from '../../features/tokens/service.ts'
import { requireBearer } from '../../http/bearer.ts'
import { healthRoutes } from '../../http/health.ts'
import { answerRepeats } from '../../http/idempotency.ts'
import { referenceRoutes } from '../../http/reference.ts'
import { createServer, type Server } from '../../http/server.ts'
import { webFiles } from '../../http/web-interface.ts'
import { systemClock } from '../../lib/clock.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import type { RunnerId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { guardedFetch } from '../../lib/outgoing-http.ts'
import { Problem } from '../../lib/problem.ts'
import { createPasses, type Service } from '../../lib/service.ts'
import { productVersion } from '../../lib/version.ts'
import type { AdminAnnouncement, FirstAdmin } from '../first-start/admin-credentials.ts'
import { auditKeyOf } from '../first-start/audit-key.ts'
import type { Settings } from '../settings/settings.ts'
import { createConnectorParts } from './connectors.ts'
import { createGitParts } from './git.ts'
import { listen, listeningOrigin } from './listening.ts'
import { passCheck } from './pass-check.ts'
import { createPeopleParts } from './people.ts'
import { mayReachPrivate } from './private-addresses.ts'
import { registerApi } from './routes.ts'
import { createValidation } from './validate-files.ts'

export interface ApiOptions {
  readonly settings: Settings
  readonly databaseUrl: string
  readonly masterKey: Buffer
  readonly log: Log
  /** Told of the first administrator, when this start makes one. */
  readonly announce?: AdminAnnouncement
}

export interface RunningApi {
  /** Under which clients reach the server, without the base path. */
  readonly origin: string
  readonly runners: Runners
  /** Credential made by the first start; undefined when there was one. */
  readonly firstAdmin: FirstAdmin | undefined
  /** Gives back at once what a runner held whose process is known to be dead. */
  runnerDied(runnerId: RunnerId): Promise<void>
  /** Stops accepting, finishes what is in hand, closes the database. */
  close(): Promise<void>
}

const MINIMUM_RUNNER_VERSION = '0.1.0'
const KEY_ROTATION_MS = 3_600_000
const CLEAN_UP_MS = 3_600_000

/** The API process: HTTP, runner sessions and the background passes. Any number may run over one database. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { settings, log } = options
  const api = await buildApi(options)
  const { app, gateway, passes } = api
  const stop = new AbortController()
  const firstAdmin = await openUp(api, options).catch(async (error) => {
    await Promise.all([app.close(), gateway.close()])
    await api.close()
    throw error
  })
  const running = passes.map((service) => service.run(stop.signal))
  log.info({ address: api.origin(), basePath: settings.basePath }, 'The API listens')

  async function close(): Promise<void> {
    await Promise.all([app.close(), gateway.close()])
    stop.abort()
    await Promise.all(running)
    await api.close()
  }

  const runnerDied = (id: RunnerId) => endSessionsOfRunner(api.db, id, 'its process ended')
  return { origin: api.origin(), runners: api.runners, firstAdmin, runnerDied, close }
}

async function openUp(api: BuiltApi, options: ApiOptions): Promise<FirstAdmin | undefined> {
  const firstAdmin = await makeFirstAdmin(api, options)
  await listen(api.app, options.settings)
  return firstAdmin
}

/**
 * The first start makes one administrator: a credential for programs, and a person for the user interface.
 * Both exist once their secrets are kept, and not before: whatever ends the process, nobody is locked out.
 */
async function makeFirstAdmin(
  { credentials, people }: BuiltApi,
  { settings, announce }: ApiOptions,
): Promise<FirstAdmin | undefined> {
  let admin: FirstAdmin | undefined
  const made = await credentials.ensureAdmin(givenAdmin(settings), async (tx, pair) => {
    admin = { ...pair, person: await people.makeFirstAdmin(tx) }
    await announce?.keep(admin)
  })
  if (made === undefined || admin === undefined) return undefined
  announce?.show(admin)
  return admin
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
  const close = async () => {
    await Promise.all([database.close(), writing.close()])
  }
  return { db: database.db, writer: writing.db, close }
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

async function buildOver(databases: Databases, { settings, databaseUrl, masterKey, log }: ApiOptions) {
  const { db, writer, close } = databases
  const { id: installation, dataKey } = await enterInstallation(db, masterKey)
  const encryption = encryptionWith(dataKey)
  const origin = (): string => settings.publicUrl ?? listeningOrigin(app, settings.host)
  const app = await createServer({
    log,
    basePath: settings.basePath,
    origin,
    version: productVersion,
    databaseProblem,
  })
  const tokens = createTokens({
    db,
    encryption,
    clock: systemClock,
    issuer: origin,
    audience: `urn:headrace:${installation}`,
  })
  const credentials = createCredentials(db, systemClock)
  const runners = createRunners({
    db,
    clock: systemClock,
    encryption,
    minimumRunnerVersion: MINIMUM_RUNNER_VERSION,
  })

  const connectors = createConnectorParts({
    ...{ db, encryption, log, baseUrl: () => `${origin()}${settings.basePath}` },
    fetch: guardedFetch({ allowPrivateAddresses: mayReachPrivate(settings) }),
  })
  const executions = executionPasses(db, () => gateway, log, settings.retentionDays)
  const schedules = scheduleWork(db, log)
  const gateway = createGateway({
    db,
    leaseSeconds: settings.leaseSeconds,
    writer,
    log,
    authenticate: tokens.authenticate,
    wake: () => executions.dispatch.wake(),
    readFiles: (id) => readFiles(db, id),
    sources: connectors.sources,
  })
  const people = createPeopleParts({
    ...{ db, writer, clock: systemClock, log, encryption, origin },
    basePath: settings.basePath,
    fetch: guardedFetch({ allowPrivateAddresses: mayReachPrivate(settings) }),
    guesses: createGuessLimit(),
    auditKey: auditKeyOf(dataKey),
  })
  const pass = createPasses(log)
  const forgetAnswers = () => Promise.all([deleteOldAnswers(db), deleteOldRequests(db)])
  const passes = [
    executions.dispatch,
    ...executions.others,
    ...schedules.passes,
    pass('delete old answers', CLEAN_UP_MS, forgetAnswers),
    ...people.passes,
    ...connectors.passes,
    pass('rotate keys', KEY_ROTATION_MS, tokens.rotateKeys),
  ]
  const authenticate = people.authenticateAny(tokens.authenticate)
  const { audit } = people
  const validation = createValidation()
  const git = createGitParts({
    ...{ db, encryption, tokens, authenticate, settings, origin, log, audit, validation },
  })
  const channels = {
    [QUEUED_CHANNEL]: gateway.heardQueued,
    [CANCEL_CHANNEL]: (id: string) =>
      void gateway
        .cancel(id)
        .catch((error: unknown) => log.error({ err: error, execution: id }, 'A cancellation failed')),
  }

  await app.register(cookie)
  people.watch(app)
  tokenRoutes(app, tokens, origin)
  referenceRoutes(app, settings.basePath)
  await webFiles(app)
  healthRoutes(
    app,
    [databaseCheck(db), ...passes.map((pass) => passCheck(pass, systemClock))],
    [
      {
        name: 'headrace_connected_runners',
        help: 'Runner processes connected to this server',
        read: gateway.connectedRunners,
      },
      ...executionMetrics(db),
      ...schedules.measured,
      ...people.measured,
    ],
    people.warnings,
  )
  await app.register(
    async (scope) => {
      const api = scope as unknown as Server
      documentRoute(api)
      requireBearer(api, people.authenticateAny(tokens.authenticate), people.authenticateBrowser)
      await limitRate(api, settings.apiRateLimit)
      answerRepeats(api, createAnswers(db, encryption))
      const { region, maxSchedulesPerProject } = settings
      await registerApi(api, {
        db,
        writer,
        handOff: gateway,
        credentials,
        runners,
        region,
        maxSchedulesPerProject,
        git,
        validation,
        connectors,
        people,
      })
    },
    { prefix: settings.basePath },
  )
  await git.mount(app)
  takeUpgrades(app, gateway, `${settings.basePath}/v1/agent-session`)
  const services: Service[] = [...passes, ...git.passes, listener(databaseUrl, channels, log)]
  return { app, close, people, db, gateway, tokens, credentials, runners, origin, passes: services }
}

const givenAdmin = ({ adminClientId, adminClientSecret }: Settings) =>
  adminClientId === undefined ? undefined : { clientId: adminClientId, secret: adminClientSecret! }

const databaseCheck = (db: Parameters<typeof databaseFault>[0]) => ({
  name: 'database',
  check: () => databaseFault(db),
})

function documentRoute(app: Server): void {
  app.get('/v1/openapi.json', { schema: { hide: true }, config: { publicAccess: true } }, async () =>
    app.swagger(),
  )
}

/** Off by default; then a credential that asks too much is told when to go on. */
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

function takeUpgrades(app: Server, gateway: Gateway, path: string): void {
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?', 1)[0] === path) void gateway.upgrade(request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
}
