import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Db } from '../../db/database.ts'
import { createArtifacts } from '../../features/artifacts/service.ts'
import type { Audit } from '../../features/audit/service.ts'
import {
  createCopies,
  createPublishing,
  createReading,
  createRepositories,
  repositoryPasses,
} from '../../features/repositories/service.ts'
import { createGitLogin } from '../../features/repositories/smart-http/login.ts'
import { smartHttpRoutes } from '../../features/repositories/smart-http/routes.ts'
import { createHosting } from '../../features/repositories/smart-http/service.ts'
import { createGitTrail } from '../../features/repositories/smart-http/trail.ts'
import { createMigrations, createMigrationWorker } from '../../features/repository-migration/service.ts'
import { createGuessLimit, type Tokens } from '../../features/tokens/service.ts'
import { createProviders, type Providers } from '../../git/providers/providers.ts'
import type { Authenticate } from '../../http/bearer.ts'
import type { Server } from '../../http/server.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { guardedFetch } from '../../lib/outgoing-http.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { Settings } from '../settings/settings.ts'
import { mayReachPrivate } from './private-addresses.ts'
import type { Validation } from './validate-files.ts'

export interface GitOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly tokens: Tokens
  /** Accepts every kind of token. */
  readonly authenticate: Authenticate
  readonly settings: Settings
  readonly origin: () => string
  readonly log: Log
  /** Where pushes leave entries. */
  readonly audit: Audit
  readonly validation: Validation
}

/** The longest that copying or pushing one repository may take. */
const TRANSFER_TIMEOUT_MS = 4 * 3_600_000
/** A far side that sends nothing for so long is hanging. */
const SILENCE_SECONDS = 120

/** Everything about Git repositories: use cases for the routes, background passes, and `/git/`. */
export function createGitParts(options: GitOptions) {
  const { db, encryption, tokens, settings, origin, log, authenticate } = options
  const root = settings.gitDir ?? join(resolve(settings.dataDir), 'git')
  const policy = { allowPrivateAddresses: mayReachPrivate(settings) }
  const maxRepositoryBytes = settings.maxRepositoryMib * 1024 * 1024
  const providers = providersOf(settings, root, policy)
  const copies = createCopies({ root, providers, policy, maxRepositoryBytes })
  const { validateFiles } = options.validation
  const artifacts = createArtifacts(db, validateFiles)
  const publishing = createPublishing({ db, encryption, copies, artifacts })
  const clock = systemClock
  const repositories = createRepositories({ db, providers, encryption, clock, root, origin })
  const onPush = (projectId: string) => {
    const failed = (error: unknown) =>
      log.error({ err: error, project: projectId }, 'Publishing a push failed')
    void publishing.publishNew(projectId).catch(failed)
  }
  const trail = createGitTrail(options.audit, clock)
  const hosting = createHosting({
    ...{ db, root, log, onPush, trail },
    validate: validateFiles,
    maxPushBytes: maxRepositoryBytes,
  })
  const worker = createMigrationWorker({
    ...{ db, providers, policy, encryption, root, log },
    limits: { transferTimeoutMs: TRANSFER_TIMEOUT_MS, maxRepositoryBytes, silenceSeconds: SILENCE_SECONDS },
  })
  const { wake } = worker
  const { issue } = tokens
  const login = createGitLogin({ authenticate, issue, guesses: createGuessLimit() })

  return {
    repositories,
    reading: createReading(db, encryption, copies),
    publishing,
    migrations: createMigrations({ db, providers, policy, encryption, clock, root, wake }),
    passes: [...repositoryPasses({ db, providers, encryption, clock, log, publishing, root }), worker],
    /** Serves `/git/{projectId}.git` at the origin. */
    mount: (app: Server) => smartHttpRoutes(app, hosting, login, trail),
  }
}

export type GitParts = ReturnType<typeof createGitParts>

function providersOf(
  settings: Settings,
  root: string,
  policy: { allowPrivateAddresses: boolean },
): Providers {
  const { githubApiUrl, githubUrl, gitlabUrl, azureUrl, azureLoginUrl } = settings
  return createProviders({
    ...{ root, policy, githubApiUrl, githubUrl, gitlabUrl, azureUrl, azureLoginUrl },
    fetch: guardedFetch(policy),
    now: Date.now,
    githubApp: githubAppOf(settings),
    azureApplication: azureApplicationOf(settings),
  })
}

function githubAppOf({ githubAppId, githubAppKeyFile }: Settings) {
  if (githubAppId === undefined && githubAppKeyFile === undefined) return undefined
  if (githubAppId === undefined || githubAppKeyFile === undefined) {
    throw new StartupError(
      'HEADRACE_GITHUB_APP_ID and HEADRACE_GITHUB_APP_KEY_FILE go together: set both or none',
    )
  }
  try {
    return { appId: githubAppId, privateKey: readFileSync(githubAppKeyFile, 'utf8') }
  } catch (error) {
    throw new StartupError(`The key of the GitHub App cannot be read: ${(error as Error).message}`)
  }
}

function azureApplicationOf({ azureClientId, azureClientSecret }: Settings) {
  if (azureClientId === undefined && azureClientSecret === undefined) return undefined
  if (azureClientId !== undefined && azureClientSecret !== undefined)
    return { clientId: azureClientId, clientSecret: azureClientSecret }
  throw new StartupError(
    'HEADRACE_AZURE_CLIENT_ID and HEADRACE_AZURE_CLIENT_SECRET go together: set both or none',
  )
}
