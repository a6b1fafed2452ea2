import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { ensureLakeCatalog } from '../../db/embedded/lake-catalog.ts'
import { migrate } from '../../db/migrate.ts'
import { ownFolder } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { installedExtensions } from '../../warehouses/lake/extension-package.ts'
import type { RunningApi } from '../api/api.ts'
import { refuseUsedPorts } from '../api/listening.ts'
import { mayReachPrivate } from '../api/private-addresses.ts'
import { announceAdmin } from '../first-start/admin-credentials.ts'
import {
  closeSecrets,
  findMasterKey,
  openDataFolder,
  openGitFolder,
  writePrivate,
} from '../first-start/data-folder.ts'
import { enterWithKey } from '../first-start/enter-with-key.ts'
import { ownCommand } from '../first-start/own-command.ts'
import type { Settings } from '../settings/settings.ts'
import { runnerEnvironment } from './child-environment.ts'
import { surviveUnhandledRejections } from './defects.ts'
import { giveMemoryBackWhenIdle } from './idle-memory.ts'
import type { Handover } from './run-runner.ts'
import { aborted, untilStopped } from './signals.ts'
import { supervise } from './supervisor.ts'

const LOCAL_RUNNER = 'local'

/** `headrace start`: database, API and one runner, each a process of its own, until SIGTERM or SIGINT. */
export async function runStart(settings: Settings, log: Log): Promise<number> {
  const stop = untilStopped()
  surviveUnhandledRejections(log)
  giveMemoryBackWhenIdle()
  const folder = await openDataFolder(settings)
  const disown = await ownFolder(folder)
  const place = join(folder, 'headrace.json')
  let postgres: EmbeddedPostgres | undefined
  let api: RunningApi | undefined
  let runner: LocalRunner | undefined
  try {
    await openGitFolder(settings)
    await refuseUsedPorts(settings)
    await closeSecrets(folder, log)
    const foundKey = await findMasterKey(settings, folder)
    // These modules are most of the program, and this process does nothing else while it loads them:
    // PostgreSQL gets to work first, and the runner's process follows.
    const { promise: modules, resolve: load } = Promise.withResolvers<typeof import('../api/api.ts')>()
    const loadModules = () => load(import('../api/api.ts'))
    runner = startRunner(settings, modules, log)
    if (settings.databaseUrl === undefined) postgres = await startEmbedded(folder, log, loadModules)
    else loadModules()
    const databaseUrl = settings.databaseUrl ?? postgres!.connectionString
    const masterKey = await enterWithKey(databaseUrl, folder, foundKey)
    await migrate(databaseUrl, log)
    const { startApi } = await modules
    api = await startApi({
      settings,
      databaseUrl,
      databaseFault: () => postgres?.fault(),
      masterKey,
      log,
      announce: announceAdmin(folder),
    })
    await runner.connectTo(api)
    await writePrivate(place, { url: api.origin, basePath: settings.basePath, pid: process.pid })
    console.log(`Headrace is ready: open ${api.origin} in a browser; API ${api.origin}${settings.basePath}`)
    if (foundKey === undefined && !settings.demo) console.log(demoHint(folder))
    if (settings.demo)
      await (await import('../first-start/demo.ts')).runDemo({
        api,
        basePath: settings.basePath,
        folder,
        filesDir: resolve(settings.filesDir ?? join(folder, 'files')),
        lakeCatalog: postgres && (await lakeCatalog(settings, folder, databaseUrl)),
        log,
        signal: stop,
      })
    await aborted(stop)
    return 0
  } finally {
    if (postgres !== undefined || api !== undefined) log.info({}, 'Stopping')
    await rm(place, { force: true })
    await runner?.stop()
    await api?.close()
    await postgres?.stop()
    await disown()
  }
}

/** Said once, at the first start of an installation. */
const demoHint = (folder: string) =>
  `There is no project yet: create one there, or stop this and start with \`${ownCommand(folder)} start --demo\` to see an example`

const postgresFolder = (folder: string) => join(folder, 'postgres')

const startEmbedded = (folder: string, log: Log, onWork: () => void) =>
  startEmbeddedPostgres({ folder: postgresFolder(folder), log, restarts: true, onWork })

/** A place for the catalog of a lake, where the local runner can open one. */
async function lakeCatalog(settings: Settings, folder: string, databaseUrl: string) {
  const extensions = settings.duckdbExtensions ?? installedExtensions()
  return extensions === undefined ? undefined : ensureLakeCatalog(postgresFolder(folder), databaseUrl)
}

interface LocalRunner {
  connectTo(api: RunningApi): Promise<void>
  stop(): Promise<void>
}

/** Starts the runner's process after `after`; it waits until it learns where the API is. */
function startRunner(settings: Settings, after: Promise<unknown>, log: Log): LocalRunner {
  const { promise: handover, resolve: handOver } = Promise.withResolvers<Handover>()
  let onDeath = async () => {}

  async function connectTo(api: RunningApi): Promise<void> {
    const { agentId, clientId, clientSecret } = await api.runners.ensureLocal(LOCAL_RUNNER)
    onDeath = () => api.runnerDied(agentId)
    // This start owns the data folder, so an earlier process of the local runner has ended or is about to.
    await onDeath()
    const { otelExporterOtlpHeaders } = settings
    handOver({
      url: api.origin,
      runnerClientId: clientId,
      runnerClientSecret: clientSecret,
      otelExporterOtlpHeaders,
    })
  }

  const env = runnerEnvironment(process.env, settings, {
    HEADRACE_ALLOW_PRIVATE_ADDRESSES: String(mayReachPrivate(settings)),
  })
  const { stop } = supervise({ command: 'runner', env, after, handover, log, onDeath: () => onDeath() })
  return { connectTo, stop }
}
