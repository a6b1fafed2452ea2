import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Telemetry } from '../../features/telemetry/slice.ts'
import type { GitHosts } from '../../git/hosts.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { type Encryption, encryptionWith } from '../../lib/encryption.ts'
import type { Exclusively } from '../../lib/exclusively.ts'
import type { Log } from '../../lib/log.ts'
import { createOtlpClient } from '../../lib/otlp/client.ts'
import type { TelemetryTarget } from '../../lib/otlp/target.ts'
import { attributesOf } from '../../lib/otlp/values.ts'
import { guardedFetch, guardedPost, type Post } from '../../lib/outgoing-http.ts'
import { guardedConnect } from '../../lib/outgoing-socket.ts'
import type { ReadSql } from '../../lib/sql-lineage.ts'
import { auditKeyOf } from '../first-start/audit-key.ts'
import type { Settings } from '../settings/settings.ts'
import { telemetryTarget } from '../settings/telemetry-target.ts'
import { createGitHosts } from './git-hosts.ts'
import { createPipelineFiles, type PipelineFiles } from './pipeline-files.ts'
import { mayReachPrivate } from './private-addresses.ts'
import { createSqlReading } from './sql-reading.ts'

export interface CoreOptions {
  readonly db: Db
  /** Connections of their own for what waits for the disk, so that reading does not wait behind it. */
  readonly writer: Db
  readonly exclusively: Exclusively
  readonly log: Log
  readonly settings: Settings
  /** Scheme, host and port under which clients reach this server; known only once it listens. */
  readonly origin: () => string
  readonly installationId: string
  /** What secrets are encrypted with. */
  readonly dataKey: Buffer
  /** Whether ciphertexts that are bound to no cell are refused. */
  readonly isBound: () => boolean
}

/** What every slice may need. Each declares the part that it uses. */
export interface Core extends Omit<CoreOptions, 'dataKey' | 'isBound'>, PipelineFiles {
  readonly clock: Clock
  /** Reads SQL in threads, without running it. */
  readonly readSql: ReadSql
  readonly encryption: Encryption
  /** Of the hashes of audit entries. */
  readonly auditKey: KeyObject
  /** Origin and base path under which clients reach the API. */
  readonly baseUrl: () => string
  /** Guarded: refuses addresses that pipelines may not reach. */
  readonly fetch: typeof fetch
  /** Under the same guard, as programs post and connect. */
  readonly post: Post
  readonly connect: ReturnType<typeof guardedConnect>
  readonly git: GitHosts
  /** Where runs are exported to; undefined: nowhere. */
  readonly telemetry: Telemetry | undefined
}

/**
 * Opens no connection and starts nothing. Throws `StartupError` when the settings of a Git provider are
 * incomplete.
 */
export function createCore({ dataKey, isBound, ...options }: CoreOptions): Core {
  const { settings, origin } = options
  const policy = { allowPrivateAddresses: mayReachPrivate(settings) }
  const guarded = guardedFetch(policy)
  return {
    ...options,
    ...createPipelineFiles(),
    readSql: createSqlReading(),
    clock: systemClock,
    encryption: encryptionWith(dataKey, isBound),
    auditKey: auditKeyOf(dataKey),
    baseUrl: () => `${origin()}${settings.basePath}`,
    fetch: guarded,
    post: guardedPost(policy),
    connect: guardedConnect(policy),
    git: createGitHosts(settings, policy, guarded),
    telemetry: openTelemetry(telemetryTarget(settings, 'api')),
  }
}

const openTelemetry = (target: TelemetryTarget | undefined): Telemetry | undefined =>
  target && {
    ...target,
    client: createOtlpClient(target),
    resource: { attributes: attributesOf(target.resource) },
  }
