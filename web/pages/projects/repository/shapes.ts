import type { operations } from '../../../../openapi/types.generated.ts'

export type Repository = operations['getRepository']['responses'][200]['content']['application/json']
export type NewRepository = operations['associateRepository']['requestBody']['content']['application/json']
export type ProviderName = Repository['provider']
export type RepositoryFile =
  operations['listFiles']['responses'][200]['content']['application/json']['results'][number]
export type DryRun = operations['startRepositoryMigration']['responses'][200]['content']['application/json']
export type Check = DryRun['checks'][number]
export type NewMigration =
  operations['startRepositoryMigration']['requestBody']['content']['application/json']
export type Migration =
  operations['listRepositoryMigrations']['responses'][200]['content']['application/json']['results'][number]

export const repositoryPath = '/v1/projects/{projectId}/repositories'
export const migrationPath = '/v1/projects/{projectId}/repository-migration'

/** The token of a service account goes with the request as a header of its own, and is kept nowhere. */
export const tokenHeaders = (token: string): Record<string, string> =>
  token.trim() === '' ? {} : { 'git-provider-access-token': token.trim() }
