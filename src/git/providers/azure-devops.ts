import { parseAddress } from '../address.ts'
import {
  type AuthenticatedLocation,
  type Check,
  failed,
  nameFault,
  type Provider,
  ProviderError,
  passed,
  unknownFields,
} from './provider.ts'
import { callProvider, member, type ProviderRequest, saidBy } from './provider-http.ts'
import { azurePage } from './pull-request-pages.ts'

export interface AzureDevopsOptions {
  readonly fetch: typeof fetch
  /** e.g. `https://dev.azure.com` and `https://login.microsoftonline.com`. */
  readonly baseUrl: string
  readonly loginUrl: string
  /** The application of this installation; undefined when none is set up. */
  readonly application: { readonly clientId: string; readonly clientSecret: string } | undefined
  readonly now: () => number
}

/** Resource id of Azure DevOps in every tenant (Microsoft identity platform). */
const SCOPE = '499b84ac-1321-427f-aa17-267ca6975798/.default'
/** Security namespace "Git Repositories" and its bits (Azure DevOps, security namespace reference). */
const GIT_NAMESPACE = '2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87'
const READ = 2
const FORCE_PUSH = 8
const API = 'api-version=7.1'
/** A token is not used in the last minutes of its life. */
const SPARE_MS = 5 * 60_000

/** Azure DevOps, opened by the installation's own application in the tenant that hosts the repository. */
export function azureDevopsProvider(options: AzureDevopsOptions): Provider {
  const tokens = new Map<string, { token: string; until: number }>()

  async function tokenFor(tenantId: string): Promise<string> {
    const known = tokens.get(tenantId)
    if (known !== undefined && known.until > options.now()) return known.token
    const { application, fetch, loginUrl } = options
    if (application === undefined) {
      throw new ProviderError(
        'This installation has no Azure application; set HEADRACE_AZURE_CLIENT_ID and HEADRACE_AZURE_CLIENT_SECRET',
      )
    }
    const form = {
      grant_type: 'client_credentials',
      client_id: application.clientId,
      client_secret: application.clientSecret,
      scope: SCOPE,
    }
    const answer = await callProvider(fetch, `${loginUrl}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      form,
    })
    const token = member(answer.body, 'access_token')
    if (!answer.ok || typeof token !== 'string') {
      throw new ProviderError(
        `The application is not installed in the tenant ${tenantId} (${saidBy(answer)}): ` +
          'have an administrator of that tenant add it, then try again',
        answer.status,
      )
    }
    const seconds = Number(member(answer.body, 'expires_in') ?? 0)
    tokens.set(tenantId, { token, until: options.now() + seconds * 1000 - SPARE_MS })
    return token
  }

  function forget({ providerParameters }: AuthenticatedLocation): boolean {
    tokens.delete(providerParameters['tenantId'] ?? '')
    return true
  }

  async function call(location: AuthenticatedLocation, path: string, request: ProviderRequest = {}) {
    const { organization = '', tenantId = '' } = location.providerParameters
    const headers = { authorization: `Bearer ${await tokenFor(tenantId)}` }
    const url = `${options.baseUrl}/${encodeURIComponent(organization)}/_apis/${path}`
    return callProvider(options.fetch, url, { ...request, headers })
  }

  async function findRepository(
    location: AuthenticatedLocation,
  ): Promise<{ id: string; projectId: string; disabled: boolean; webUrl: string | undefined }> {
    const { repositoryId = '', organization } = location.providerParameters
    const answer = await call(location, `git/repositories/${encodeURIComponent(repositoryId)}?${API}`)
    const id = member(answer.body, 'id')
    const projectId = member(answer.body, 'project', 'id')
    // Azure DevOps answers 203 with a sign-in page where the token means nothing to it.
    if (answer.status !== 200 || typeof id !== 'string' || typeof projectId !== 'string') {
      throw new ProviderError(
        `The organization ${organization} has no repository ${repositoryId}, or does not show it to the application: ` +
          'create it there first, and add the service principal to it',
        answer.status,
      )
    }
    const webUrl = member(answer.body, 'webUrl')
    return {
      id,
      projectId,
      disabled: member(answer.body, 'isDisabled') === true,
      webUrl: typeof webUrl === 'string' && /^https?:\/\//.test(webUrl) ? webUrl : undefined,
    }
  }

  async function remote(location: AuthenticatedLocation) {
    const { organization = '', tenantId = '' } = location.providerParameters
    const { id, projectId } = await findRepository(location)
    const address = parseAddress(
      `${options.baseUrl}/${encodeURIComponent(organization)}/${projectId}/_git/${id}`,
    )
    if (typeof address === 'string') throw new ProviderError(`The address of the repository ${address}`)
    return { kind: 'network', address, authorization: `Bearer ${await tokenFor(tenantId)}` } as const
  }

  async function has(
    location: AuthenticatedLocation,
    permission: number,
    projectId: string,
    id: string,
  ): Promise<boolean> {
    const token = encodeURIComponent(`repoV2/${projectId}/${id}`)
    const answer = await call(location, `permissions/${GIT_NAMESPACE}/${permission}?tokens=${token}&${API}`)
    const value = member(answer.body, 'value')
    return answer.ok && Array.isArray(value) && value[0] === true
  }

  async function checks(location: AuthenticatedLocation, purpose: 'read' | 'mirror'): Promise<Check[]> {
    try {
      await tokenFor(location.providerParameters['tenantId'] ?? '')
    } catch (error) {
      return [failed('TENANT_APPLICATION', messageOf(error))]
    }
    const done = [passed('TENANT_APPLICATION', 'The application is installed in the tenant')]
    try {
      const { id, projectId, disabled } = await findRepository(location)
      if (disabled) return [...done, failed('TARGET_EXISTS', 'The repository is disabled; enable it')]
      done.push(passed('TARGET_EXISTS', 'The repository exists'))
      done.push(permissionCheck('READ_PERMISSION', await has(location, READ, projectId, id)))
      if (purpose === 'mirror')
        done.push(permissionCheck('FORCE_PUSH', await has(location, FORCE_PUSH, projectId, id)))
      return done
    } catch (error) {
      return [...done, failed('TARGET_EXISTS', messageOf(error))]
    }
  }

  async function setDefaultBranch(location: AuthenticatedLocation, branch: string): Promise<void> {
    const { id } = await findRepository(location)
    const json = { defaultBranch: branch }
    const answer = await call(location, `git/repositories/${id}?${API}`, { method: 'PATCH', json })
    if (!answer.ok) throw new ProviderError(`Azure DevOps answered ${saidBy(answer)}`, answer.status)
  }

  return {
    kind: 'azure-devops',
    usesToken: 'never',
    reservedRefs: ['refs/pull/', 'refs/remotes/origin/', 'refs/azure-repos/'],
    faults: ({ providerParameters }) => azureFaults(providerParameters),
    nameOf: ({ repositoryId = '' }) => repositoryId,
    remote,
    forget,
    checks,
    setDefaultBranch,
    async pullRequestPage(location, branches) {
      const { webUrl } = await findRepository(location)
      return webUrl && azurePage(webUrl, branches)
    },
  }
}

function permissionCheck(name: 'READ_PERMISSION' | 'FORCE_PUSH', allowed: boolean): Check {
  const words = name === 'FORCE_PUSH' ? 'Force push' : 'Read'
  if (allowed) return passed(name, `The service principal has the permission ${words}`)
  return failed(
    name,
    `The service principal lacks the permission ${words}: add it to the repository with Read and Force push set to ` +
      'Allow (Read and Contribute alone do not suffice)',
  )
}

function azureFaults(parameters: Readonly<Record<string, string>>): string[] {
  const { organization, repositoryId, tenantId } = parameters
  return [
    ...unknownFields(parameters, ['organization', 'repositoryId', 'tenantId']),
    ...nameFault('body/providerParameters/organization', organization),
    ...nameFault('body/providerParameters/repositoryId', repositoryId),
    ...nameFault('body/providerParameters/tenantId', tenantId),
  ]
}

function messageOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message
  throw error
}
