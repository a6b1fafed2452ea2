import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AddressPolicy } from '../../git/address.ts'
import type { GitHosts } from '../../git/hosts.ts'
import { createProviders } from '../../git/providers/providers.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Reads the key of the GitHub App, if there is one. Throws `StartupError` when what belongs together is
 * incomplete.
 */
export function createGitHosts(settings: Settings, policy: AddressPolicy, guarded: typeof fetch): GitHosts {
  const { githubApiUrl, githubUrl, gitlabUrl, azureUrl, azureLoginUrl } = settings
  const root = resolve(settings.gitDir ?? join(settings.dataDir, 'git'))
  const providers = createProviders({
    root,
    policy,
    githubApiUrl,
    githubUrl,
    gitlabUrl,
    azureUrl,
    azureLoginUrl,
    fetch: guarded,
    now: Date.now,
    githubApp: githubAppOf(settings),
    azureApplication: azureApplicationOf(settings),
  })
  return { root, providers, policy, maxRepositoryBytes: settings.maxRepositoryMib * 1024 * 1024 }
}

function githubAppOf({ githubAppId, githubAppKeyFile }: Settings) {
  if (githubAppId === undefined && githubAppKeyFile === undefined) return undefined
  if (githubAppId === undefined || githubAppKeyFile === undefined) {
    throw new StartupError(
      'HEADRACE_GITHUB_APP_ID and HEADRACE_GITHUB_APP_KEY_FILE belong together: set both or neither',
    )
  }
  let privateKey: string
  try {
    privateKey = readFileSync(githubAppKeyFile, 'utf8')
  } catch (error) {
    throw new StartupError(`Could not read the key of the GitHub App: ${(error as Error).message}`)
  }
  try {
    createPrivateKey(privateKey)
  } catch {
    throw new StartupError(
      `${githubAppKeyFile} holds no private key in PEM: let HEADRACE_GITHUB_APP_KEY_FILE name the file that GitHub made for the App`,
    )
  }
  return { appId: githubAppId, privateKey }
}

function azureApplicationOf({ azureClientId, azureClientSecret }: Settings) {
  if (azureClientId === undefined && azureClientSecret === undefined) return undefined
  if (azureClientId !== undefined && azureClientSecret !== undefined)
    return { clientId: azureClientId, clientSecret: azureClientSecret }
  throw new StartupError(
    'HEADRACE_AZURE_CLIENT_ID and HEADRACE_AZURE_CLIENT_SECRET belong together: set both or neither',
  )
}
