import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { NewRepository, Repository } from '../../src/features/repositories/schema.ts'
import type { DryRun, Migration, NewMigration } from '../../src/features/repository-migration/schema.ts'
import { newId } from '../../src/lib/ids.ts'
import type { TestApi } from './api.ts'
import { aProject } from './factories.ts'
import { mirror } from './mirror.ts'
import { waitFor } from './platform.ts'
import { type AzureDevops, startAzureDevops } from './providers/azure-devops.ts'
import { type GitServer, startPlainServer } from './providers/git-server.ts'
import { type Github, startGithub } from './providers/github.ts'
import { type Gitlab, startGitlab } from './providers/gitlab.ts'

/** The real API with one remote of every kind. */
export interface FarSides {
  readonly gitlab: Gitlab
  readonly github: Github
  readonly azure: AzureDevops
  readonly plain: GitServer
  readonly gitDir: string
  readonly env: Readonly<Record<string, string>>
}

/** Starts every remote; they end with the tests of the file. */
export async function startFarSides(): Promise<FarSides> {
  const [gitlab, github, azure, plain] = await Promise.all([
    startGitlab(),
    startGithub(),
    startAzureDevops(),
    startPlainServer(),
  ])
  const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
  afterAll(async () => {
    for (const side of [gitlab, github, azure, plain]) await side[Symbol.asyncDispose]()
    await rm(gitDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const env = {
    HEADRACE_GIT_DIR: gitDir,
    HEADRACE_GITLAB_URL: gitlab.server.origin,
    HEADRACE_GITHUB_URL: github.server.origin,
    HEADRACE_GITHUB_API_URL: github.apiUrl,
    HEADRACE_AZURE_URL: azure.server.origin,
    HEADRACE_AZURE_LOGIN_URL: azure.server.origin,
    HEADRACE_AZURE_CLIENT_ID: azure.application.clientId,
    HEADRACE_AZURE_CLIENT_SECRET: azure.application.clientSecret,
  }
  return { gitlab, github, azure, plain, gitDir, env }
}

/** The operations of repositories and migrations of one project. */
export function migrationsOf(t: TestApi, sides: FarSides) {
  const path = (projectId: string, rest = '') => `/v1/projects/${projectId}/${rest}`
  const tokenHeader = (token: string | undefined): Record<string, string> =>
    token === undefined ? {} : { 'git-provider-access-token': token }

  async function aProjectOn(repository: NewRepository, token?: string): Promise<string> {
    const { projectId } = await aProject(t)
    const made = await t.call('POST', path(projectId, 'repositories'), {
      body: repository,
      headers: tokenHeader(token),
    })
    if (made.status !== 201) throw new Error(`Not associated: ${JSON.stringify(made.body)}`)
    return projectId
  }

  /** A project on a hosted repository that has everything of a working copy. */
  async function aHostedProject(copy?: string): Promise<string> {
    const projectId = await aProjectOn({ provider: 'hosted' })
    if (copy !== undefined) await mirror(copy, hostedFolder(projectId))
    return projectId
  }

  const hostedFolder = (projectId: string) => join(sides.gitDir, 'hosted', `${projectId}.git`)
  const start = (projectId: string, body: NewMigration, token?: string) =>
    t.call<Migration & { detail: string }>('POST', path(projectId, 'repository-migration'), {
      body,
      headers: tokenHeader(token),
    })
  const dryRun = (projectId: string, body: NewMigration, token?: string) =>
    t.call<DryRun>('POST', path(projectId, 'repository-migration?dryRun=true'), {
      body,
      headers: tokenHeader(token),
    })
  const status = async (projectId: string, migrationId: string) =>
    (await t.call<Migration>('GET', path(projectId, `repository-migration/${migrationId}`))).body
  const ended = (projectId: string, migrationId: string) =>
    waitFor('the migration to end', async () => {
      const migration = await status(projectId, migrationId)
      return migration.status === 'IN_PROGRESS' ? undefined : migration
    })
  const repository = async (projectId: string) =>
    (await t.call<Repository>('GET', path(projectId, 'repositories'))).body

  /** Starts a migration that must start, and waits for its end. */
  async function migrate(projectId: string, body: NewMigration, token?: string): Promise<Migration> {
    const started = await start(projectId, body, token)
    if (started.status !== 202) throw new Error(`Not started: ${JSON.stringify(started.body)}`)
    return ended(projectId, started.body.migrationId)
  }

  return { aProjectOn, aHostedProject, hostedFolder, start, dryRun, status, ended, repository, migrate, path }
}
