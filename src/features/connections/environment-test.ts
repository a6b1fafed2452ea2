import type { ConnectionDefinition, PropertyValues } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { RunnerId } from '../../lib/ids.ts'
import { badRequest } from '../../lib/problem.ts'
import {
  checkSettings,
  defaultConnection,
  type EnvironmentDraft,
  enterEnvironmentDraft,
} from '../environments/access.ts'
import type { Connection, EnvironmentTest } from '../environments/schema.ts'
import { warehouseConnection } from './access.ts'
import {
  readSettings,
  readTestingRunner,
  restrictedFault,
  type StoredSettings,
} from './environment-test-store.ts'
import type { createProbes, ProbePlace } from './probes.ts'
import type { ConnectionTestResult } from './schema.ts'

const unstored: StoredSettings = {
  databases: {},
  dialectFunctions: true,
  defaultConnections: null,
  connectionOverrides: null,
}

/** Tests of the database that an environment's SQL would run on, before the environment is saved. */
export function createEnvironmentTests(db: Db, probes: ReturnType<typeof createProbes>) {
  const admit = (caller: Caller, projectId: string, environmentName: string): Promise<EnvironmentDraft> =>
    enterEnvironmentDraft(db, caller, projectId, environmentName)

  /**
   * Has the runner of the settings try their database; what they leave out is as it is stored. Stores
   * nothing.
   */
  async function test(
    caller: Caller,
    projectId: string,
    environmentName: string,
    wanted: EnvironmentTest,
  ): Promise<ConnectionTestResult> {
    const draft = await admit(caller, projectId, environmentName)
    const { grant, environment } = draft
    const stored = environment === undefined ? unstored : await readSettings(db, environment.environmentId)
    const settings = { ...stored, ...wanted }
    const own = wanted.connection ?? environment?.connection ?? defaultConnection
    await checkSettings(db, grant, wanted, { connection: own, databases: settings.databases })
    const { runnerId, fault } = await runnerOf(draft, wanted)
    if (fault !== undefined) return { ok: false, message: fault, latencyMs: 0 }
    const definition =
      (await warehouseConnection(db, grant.projectId, settings)) ?? definitionOf(own, environmentName)
    const place = {
      projectId: grant.projectId,
      environmentId: environment?.environmentId,
      environmentName,
    }
    if (environment === undefined && definition.authProvider === 'DUCKDB') return withoutFile(place, runnerId)
    const { databases, dialectFunctions } = settings
    return probes.run(place, runnerId, {
      ...definition,
      environment: { name: environmentName, databases, dialectFunctions },
    })
  }

  /** The runner that the settings name, and why it may not be used. */
  async function runnerOf(
    { grant, environmentName, environment }: EnvironmentDraft,
    { defaultAgentId }: EnvironmentTest,
  ): Promise<{ readonly runnerId: RunnerId; readonly fault?: string }> {
    const runnerId = (defaultAgentId as RunnerId | undefined) ?? environment?.defaultRunnerId
    if (runnerId === undefined) throw badRequest(['body/defaultAgentId is required for a new environment'])
    const runner = await readTestingRunner(db, grant.projectId, environmentName, runnerId)
    if (runner === undefined) throw badRequest([`body/defaultAgentId: runner ${runnerId} does not exist`])
    if (runner.mayServe) return { runnerId }
    return { runnerId, fault: restrictedFault(runner, environmentName) }
  }

  /** The file of a new environment comes with the first use: a test must not leave one behind. */
  async function withoutFile(place: ProbePlace, runnerId: RunnerId): Promise<ConnectionTestResult> {
    const unreachable = await probes.unreachable(place, runnerId)
    const message =
      unreachable ?? 'The runner is connected. It creates the DuckDB file when the environment is first used'
    return { ok: unreachable === undefined, message, latencyMs: 0 }
  }

  return { admit, test }
}

export type EnvironmentTests = ReturnType<typeof createEnvironmentTests>

/** An environment's own connection in the form of a named one. */
function definitionOf({ type, ...own }: Connection, environmentName: string): ConnectionDefinition {
  const { passwordSecret, ...values } = own as { readonly passwordSecret?: string } & typeof own
  const properties: PropertyValues = {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    ...(passwordSecret !== undefined && { password: { secretName: passwordSecret } }),
  }
  const authType = type === 'DUCKDB' ? 'NONE' : 'USER_PASSWORD'
  return { name: environmentName, authProvider: type, authType, properties }
}
