import { join } from 'node:path'
import { readDefinition } from '../../connections/definition.ts'
import { resolveConnection } from '../../connections/resolve.ts'
import { createMasking } from '../../lib/masking.ts'
import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { guardedConnect } from '../../lib/outgoing-socket.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import type { DuckdbConnection } from '../../warehouses/connection.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { Lookups } from '../connection/lookups.ts'
import { environmentConnection } from '../steps/environment-connection.ts'
import { fileSafe } from '../steps/file-safe.ts'
import type { Secrets } from '../steps/secrets.ts'
import { secretsOfZone } from '../steps/secrets-of-zone.ts'
import { causeInWords } from './causes.ts'
import { reach } from './reach.ts'

export interface ProbeTools {
  readonly policy: OutgoingPolicy
  readonly fetch: typeof fetch
  readonly warehouses: Warehouses
  readonly secrets: Secrets
  readonly grantSecrets: string | undefined
  readonly lookups: Lookups
  readonly dataDir: string
  readonly filesRoot: string
}

type Wanted = Extract<ToRunner, { kind: 'probe-connection' }>
type Answer = Extract<FromRunner, { kind: 'connection-probed' }>

/** The API gives a runner some seconds more. */
const PROBE_TIMEOUT_MS = 15_000
const MAX_MESSAGE_CHARACTERS = 4_000
const MAX_VERSION_CHARACTERS = 500

/**
 * Tries a connection as a step of the environment would reach it: with the same secrets and under the same
 * policy of addresses. Never throws; the answer says why it failed, with secrets masked.
 */
export async function probeConnection(
  tools: ProbeTools,
  wanted: Wanted,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<Answer> {
  const masking = createMasking()
  const signal = AbortSignal.timeout(timeoutMs)
  let startedAt = performance.now()
  const answer = (ok: boolean, message: string, version?: string): Answer => ({
    kind: 'connection-probed',
    probe: wanted.probe,
    ok,
    message: masking.mask(message).slice(0, MAX_MESSAGE_CHARACTERS),
    ...(version !== undefined && { version: version.slice(0, MAX_VERSION_CHARACTERS) }),
    latencyMs: Math.round(performance.now() - startedAt),
  })

  async function attempt(): Promise<Answer> {
    const secrets = secretsFor(tools, wanted)
    const source = { get: (name: string) => secrets.get(name, signal), mask: masking.add }
    const connection = await resolveConnection(definitionIn(wanted.connection), source)
    startedAt = performance.now()
    const duckdb = () => duckdbOf(tools, wanted, secrets, signal)
    const { message, version } = await reach(connection, {
      ...tools,
      connect: guardedConnect(tools.policy),
      duckdb,
      signal,
      mask: masking.add,
    })
    return answer(true, message, version)
  }

  return Promise.race([attempt(), whenOver(signal)]).catch((error: unknown) =>
    answer(false, signal.aborted ? tooLate(timeoutMs) : causeInWords(error)),
  )
}

const tooLate = (timeoutMs: number) =>
  `There was no answer within ${timeoutMs / 1_000} s: check the host, the port, and firewalls on the way`

/** Some clients cannot be interrupted while they connect. */
const whenOver = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const definitionIn = (connection: unknown) =>
  readDefinition((Object(connection) as { definition?: unknown }).definition)

/** The secrets of an environment, as its runs have them: the runner's own first, then the project's. */
export function secretsFor(
  { secrets, grantSecrets, lookups }: ProbeTools,
  { probe, project, environment }: Pick<Wanted, 'probe' | 'project' | 'environment'>,
): Secrets {
  const lookUp = (name: string, signal: AbortSignal) => lookups.secret(probe, name, signal)
  return secretsOfZone({ secrets, grantSecrets, lookUp }, { project, environment })
}

/** The file that the environment's SQL runs on, with what runs are granted: it may be open for them. */
async function duckdbOf(
  { dataDir, filesRoot }: ProbeTools,
  { project, environment, connection }: Wanted,
  secrets: Secrets,
  signal: AbortSignal,
): Promise<DuckdbConnection> {
  const filesFolder = join(filesRoot, project, fileSafe(environment))
  const location = { dataDir, filesFolder, project, environment }
  const reading = { signal, mask: () => undefined }
  return (await environmentConnection(connection, location, secrets, reading)) as DuckdbConnection
}
