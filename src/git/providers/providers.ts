import type { AddressPolicy } from '../address.ts'
import { azureDevopsProvider } from './azure-devops.ts'
import { githubProvider } from './github.ts'
import { githubApp } from './github-app.ts'
import { gitlabProvider } from './gitlab.ts'
import { hostedProvider } from './hosted.ts'
import { plainProvider } from './plain.ts'
import type { Provider, ProviderKind } from './provider.ts'

export type Providers = Readonly<Record<ProviderKind, Provider>>

export interface ProviderSettings {
  /** Folder for hosted repositories and copies. */
  readonly root: string
  readonly policy: AddressPolicy
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly githubApiUrl: string
  readonly githubUrl: string
  readonly githubApp: { readonly appId: string; readonly privateKey: string } | undefined
  readonly gitlabUrl: string
  readonly azureUrl: string
  readonly azureLoginUrl: string
  readonly azureApplication: { readonly clientId: string; readonly clientSecret: string } | undefined
}

/** Every provider of this installation. */
export function createProviders(settings: ProviderSettings): Providers {
  const { root, policy, fetch, now, githubApiUrl: apiUrl } = settings
  const app =
    settings.githubApp === undefined ? undefined : githubApp({ fetch, apiUrl, now, ...settings.githubApp })
  return {
    hosted: hostedProvider(root),
    git: plainProvider(policy),
    github: githubProvider({ fetch, apiUrl, webUrl: settings.githubUrl, app }),
    gitlab: gitlabProvider({ fetch, baseUrl: settings.gitlabUrl }),
    'azure-devops': azureDevopsProvider({
      fetch,
      now,
      baseUrl: settings.azureUrl,
      loginUrl: settings.azureLoginUrl,
      application: settings.azureApplication,
    }),
  }
}
