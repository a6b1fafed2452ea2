import type { operations } from '../../../../openapi/types.generated.ts'

export type Environment =
  operations['listEnvironments']['responses'][200]['content']['application/json']['results'][number]
export type NewEnvironment = operations['createEnvironment']['requestBody']['content']['application/json']
export type EnvironmentPatch = operations['updateEnvironment']['requestBody']['content']['application/json']
export type EnvironmentTest = operations['testEnvironment']['requestBody']['content']['application/json']
export type EnvironmentMove =
  operations['getEnvironmentMove']['responses'][200]['content']['application/json']
/** Which environment of which project. */
export interface EnvironmentPlace {
  readonly projectId: string
  readonly environmentName: string
}

export type Connection = Environment['connection']
export type AccessLevel = Environment['defaultUserAccessLevel']
export type Artifact =
  operations['listArtifacts']['responses'][200]['content']['application/json']['results'][number]
export type Published = operations['publishFromGit']['responses'][201]['content']['application/json']

export const environmentsPath = '/v1/projects/{projectId}/environments'
export const movesPath = '/v1/projects/{projectId}/environments/{environmentName}/moves'
export const movePath = '/v1/projects/{projectId}/environments/{environmentName}/moves/{moveId}'
export const artifactsPath = '/v1/projects/{projectId}/artifacts'
export const publicationsPath = '/v1/projects/{projectId}/repositories/publications'

/** The label of each access level. */
export const levelWords: Readonly<Record<AccessLevel, string>> = {
  admin: 'Administer',
  runner: 'Run',
  readOnly: 'Read',
  noAccess: 'No access',
}

export const lossWords = {
  RESUME: 'Run the component again',
  FAIL: 'Fail the execution',
} as const satisfies Readonly<Record<Environment['onRunnerLoss'], string>>

/** Where SQL runs, in a few words without secrets. */
export function connectionWords(connection: Connection): string {
  if (connection.type === 'DUCKDB')
    return connection.schema === undefined ? 'DuckDB' : `DuckDB, schema ${connection.schema}`
  const { host, port, database } = connection
  return `PostgreSQL ${database} at ${host}${port === undefined ? '' : `:${port}`}`
}

/** The first characters of a commit's id, as Git itself shortens it. */
export const shortCommit = (commit: string): string => commit.slice(0, 8)

/** Bytes in readable units: `312 B`, `4.5 KiB`, `12 MiB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kib = bytes / 1024
  if (kib < 1024) return `${kib < 10 ? kib.toFixed(1) : Math.round(kib)} KiB`
  const mib = kib / 1024
  return `${mib < 10 ? mib.toFixed(1) : Math.round(mib)} MiB`
}
