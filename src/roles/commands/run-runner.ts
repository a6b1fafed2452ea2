import { Socket } from 'node:net'
import { resolve } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { productVersion } from '../../lib/version.ts'
import { runRunner } from '../../runner/runner.ts'
import { installedExtensions } from '../../warehouses/lake/extension-package.ts'
import { openDataFolder } from '../first-start/data-folder.ts'
import { scriptFoldersIn } from '../settings/script-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { telemetryTarget } from '../settings/telemetry-target.ts'
import { giveMemoryBackWhenIdle } from './idle-memory.ts'
import { closeInheritedDescriptors } from './inherited-descriptors.ts'
import { untilStopped } from './signals.ts'

/** `headrace runner`: connects to the API and runs what it receives until it is asked to stop. */
export async function runRunnerRole(settings: Settings, log: Log): Promise<number> {
  const isSupervised = process.env['HEADRACE_SUPERVISED'] === 'true'
  const given = isSupervised ? await handedOver() : settings
  const { url, runnerClientId, runnerClientSecret, otelExporterOtlpHeaders } = given
  closeInheritedDescriptors()
  const missing = [
    ...(url === undefined ? ['HEADRACE_URL (origin of the API)'] : []),
    ...(runnerClientId === undefined ? ['HEADRACE_RUNNER_CLIENT_ID'] : []),
    ...(runnerClientSecret === undefined ? ['HEADRACE_RUNNER_CLIENT_SECRET'] : []),
  ]
  if (missing.length > 0) throw new StartupError(`headrace runner needs ${missing.join(', ')}`)
  const dataDir = await openDataFolder(settings)
  const stop = untilStopped()
  giveMemoryBackWhenIdle()
  if (isSupervised) endWithParent()
  return runRunner(
    {
      // As the command line takes the same variable: an address with a path is that of the API.
      apiUrl: new URL(url!).pathname === '/' ? `${url}${settings.basePath}` : url!,
      clientId: runnerClientId!,
      clientSecret: runnerClientSecret!,
      dataDir,
      filesDir: settings.filesDir === undefined ? undefined : resolve(settings.filesDir),
      capacity: settings.capacity,
      maxIterations: settings.maxIterations,
      expressionMs: settings.expressionMs,
      expressionStepSeconds: settings.expressionStepSeconds,
      expressionExecutionSeconds: settings.expressionExecutionSeconds,
      maxExecutions: settings.maxExecutions,
      maxLogBytes: settings.maxLogMib * 1024 * 1024,
      allowPrivateAddresses: settings.allowPrivateAddresses === 'true',
      allowUnverifiedTls: settings.allowUnverifiedTls,
      version: productVersion,
      scripts: {
        mode: settings.scripts,
        limits: {
          memoryMib: settings.scriptMemoryMib,
          processes: settings.scriptProcesses,
          fileMib: settings.scriptFileMib,
          cpuSeconds: settings.scriptCpuSeconds,
        },
        readable: scriptFoldersIn(settings.scriptFolders),
      },
      grantSecrets: settings.grantSecrets,
      duckdbExtensions: settings.duckdbExtensions ?? installedExtensions(),
      duckdbMemoryMib: settings.duckdbMemoryMib === 0 ? undefined : settings.duckdbMemoryMib,
      actuatorPort: settings.runnerMetricsPort,
      telemetry: telemetryTarget({ ...settings, otelExporterOtlpHeaders }, 'runner'),
    },
    log,
    stop,
  )
}

/** Where the API is and the secrets of the runner, which the supervisor writes once the API listens. */
export type Handover = Required<Pick<Settings, 'url' | 'runnerClientId' | 'runnerClientSecret'>> &
  Pick<Settings, 'otelExporterOtlpHeaders'>

/** Waits for the supervisor's line; when the supervisor ends instead, this process does so too. */
async function handedOver(): Promise<Handover> {
  let text = ''
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes('\n')) return JSON.parse(text.split('\n', 1)[0]!) as Handover
  }
  process.exit(1)
}

/**
 * A supervised runner holds a pipe to its parent: when that closes, the parent has gone, however it ended.
 */
function endWithParent(): void {
  process.stdin.on('end', () => process.exit(1))
  process.stdin.on('error', () => process.exit(1))
  process.stdin.resume()
  if (process.stdin instanceof Socket) process.stdin.unref() // it must not keep a runner alive that has drained
}
