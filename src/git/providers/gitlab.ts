import { parseAddress } from '../address.ts'
import { basic } from '../remote.ts'
import {
  type AuthenticatedLocation,
  type Check,
  failed,
  type Provider,
  ProviderError,
  passed,
  type RotatedToken,
  unknownFields,
} from './provider.ts'
import {
  callProvider,
  isRecord,
  member,
  type ProviderAnswer,
  type ProviderRequest,
  saidBy,
} from './provider-http.ts'
import { gitlabPage } from './pull-request-pages.ts'

const MAINTAINER = 40
const TOKEN_DAYS = 90
const DAY_MS = 86_400_000
const UNKNOWN_PLACE = 'GitLab does not say where the repository is'

export interface GitlabOptions {
  readonly fetch: typeof fetch
  /** e.g. `https://gitlab.com`; `providerParameters.baseUrl` names a self-managed server instead. */
  readonly baseUrl: string
}

/** GitLab, opened by the personal access token of a service account (GitLab REST API v4). */
export function gitlabProvider({ fetch, baseUrl }: GitlabOptions): Provider {
  const baseOf = ({ providerParameters }: Pick<AuthenticatedLocation, 'providerParameters'>) =>
    (providerParameters['baseUrl'] ?? baseUrl).replace(/\/+$/, '')

  function call(
    location: AuthenticatedLocation,
    path: string,
    request: ProviderRequest = {},
  ): Promise<ProviderAnswer> {
    const headers = { 'private-token': location.token ?? '' }
    return callProvider(fetch, `${baseOf(location)}/api/v4${path}`, { ...request, headers })
  }

  const projectPath = ({ providerParameters }: AuthenticatedLocation) =>
    `/projects/${encodeURIComponent(providerParameters['repositoryId'] ?? '')}`

  async function findProject(location: AuthenticatedLocation): Promise<Record<string, unknown>> {
    const answer = await call(location, projectPath(location))
    if (answer.ok && isRecord(answer.body)) return answer.body
    if (answer.status === 401) throw new ProviderError(deadToken(answer), 401)
    const id = location.providerParameters['repositoryId']
    throw new ProviderError(
      answer.status === 404
        ? `GitLab has no project ${id}, or does not show it to this service account: ` +
            'create it there first, and add the account'
        : `GitLab answered ${saidBy(answer)}`,
      answer.status,
    )
  }

  async function repositoryUrl(location: AuthenticatedLocation): Promise<string> {
    const path = (await findProject(location))['path_with_namespace']
    if (typeof path !== 'string') throw new ProviderError(UNKNOWN_PLACE)
    return `${baseOf(location)}/${path}`
  }

  async function remote(location: AuthenticatedLocation) {
    const address = parseAddress(`${await repositoryUrl(location)}.git`)
    if (typeof address === 'string') throw new ProviderError(UNKNOWN_PLACE)
    return { kind: 'network', address, authorization: basic('oauth2', location.token ?? '') } as const
  }

  async function tokenCheck(location: AuthenticatedLocation): Promise<Check> {
    const answer = await call(location, '/personal_access_tokens/self')
    if (answer.status === 401) return failed('ACCESS_TOKEN', deadToken(answer))
    if (!answer.ok)
      return failed('ACCESS_TOKEN', `GitLab answered ${saidBy(answer)} when asked about the token`)
    const scopes = member(answer.body, 'scopes')
    if (member(answer.body, 'active') !== true)
      return failed('ACCESS_TOKEN', 'The access token is expired or revoked; create a new one')
    if (!Array.isArray(scopes) || !scopes.includes('api'))
      return failed(
        'ACCESS_TOKEN',
        'The access token needs the scope api: it is rotated at once, and it pushes',
      )
    return passed('ACCESS_TOKEN', 'The access token is valid and has the scope api')
  }

  async function roleCheck(location: AuthenticatedLocation): Promise<Check> {
    const user = member((await call(location, '/user')).body, 'id')
    const answer = await call(location, `${projectPath(location)}/members/all/${String(user)}`)
    const level = Number(member(answer.body, 'access_level') ?? 0)
    if (level >= MAINTAINER) return passed('ROLE', 'The service account is Maintainer or more')
    return failed(
      'ROLE',
      'The service account needs the role Maintainer or higher on the GitLab project or its group; give it that role',
    )
  }

  async function forcePushCheck(location: AuthenticatedLocation): Promise<Check> {
    const answer = await call(location, `${projectPath(location)}/protected_branches?per_page=100`)
    if (!answer.ok || !Array.isArray(answer.body))
      return failed('FORCE_PUSH', `GitLab answered ${saidBy(answer)} when asked about protected branches`)
    const barred = answer.body.filter((branch) => member(branch, 'allow_force_push') !== true)
    if (barred.length === 0) return passed('FORCE_PUSH', 'No protected branch forbids force pushes')
    const names = barred.map((branch) => String(member(branch, 'name'))).join(', ')
    return failed(
      'FORCE_PUSH',
      `Force pushes are not allowed on ${names}: turn on "Allowed to force push" there ` +
        '(Settings, Repository, Protected branches) or for the group',
    )
  }

  async function checks(location: AuthenticatedLocation, purpose: 'read' | 'mirror'): Promise<Check[]> {
    const token = await tokenCheck(location)
    if (token.passed === false) return [token]
    try {
      const project = await findProject(location)
      if (project['archived'] === true && purpose === 'mirror')
        return [token, failed('TARGET_EXISTS', 'The GitLab project is archived; unarchive it')]
    } catch (error) {
      if (error instanceof ProviderError) return [token, failed('TARGET_EXISTS', error.message)]
      throw error
    }
    const there = [token, passed('TARGET_EXISTS', 'The GitLab project exists')]
    if (purpose === 'read') return there
    return [...there, await roleCheck(location), await forcePushCheck(location)]
  }

  async function rotate(location: AuthenticatedLocation, now: Date): Promise<RotatedToken> {
    const day = new Date(now.getTime() + TOKEN_DAYS * DAY_MS).toISOString().slice(0, 10)
    const path = '/personal_access_tokens/self/rotate'
    let answer = await call(location, `${path}?expires_at=${day}`, { method: 'POST' })
    // A server with a shorter limit says so before it touches the token; it then chooses the day itself.
    if (answer.status === 400) answer = await call(location, path, { method: 'POST' })
    const token = member(answer.body, 'token')
    if (!answer.ok || typeof token !== 'string') {
      throw new ProviderError(
        answer.status === 401
          ? deadToken(answer)
          : `GitLab refused to rotate the access token (${saidBy(answer)})`,
        answer.status,
      )
    }
    const expires = member(answer.body, 'expires_at')
    return { token, expiresAt: typeof expires === 'string' ? new Date(`${expires}T00:00:00Z`) : undefined }
  }

  async function setDefaultBranch(location: AuthenticatedLocation, branch: string): Promise<void> {
    const json = { default_branch: branch.replace(/^refs\/heads\//, '') }
    const answer = await call(location, projectPath(location), { method: 'PUT', json })
    if (!answer.ok) throw new ProviderError(`GitLab answered ${saidBy(answer)}`, answer.status)
  }

  return {
    kind: 'gitlab',
    usesToken: 'required',
    reservedRefs: [
      'refs/merge-requests/',
      'refs/keep-around/',
      'refs/pipelines/',
      'refs/environments/',
      'refs/tmp/',
    ],
    faults: ({ providerParameters }) => gitlabFaults(providerParameters),
    nameOf: ({ repositoryId = '' }) => repositoryId.split('/').at(-1)!,
    remote,
    checks,
    rotate,
    setDefaultBranch,
    pullRequestPage: async (location, branches) => gitlabPage(await repositoryUrl(location), branches),
  }
}

const deadToken = (answer: ProviderAnswer): string =>
  `GitLab refused the access token (${saidBy(answer)}): it is expired, revoked or was used before. ` +
  'A token given to Headrace is rotated immediately and no longer valid afterwards; create a new one for each attempt'

function gitlabFaults(parameters: Readonly<Record<string, string>>): string[] {
  const faults = unknownFields(parameters, ['repositoryId', 'baseUrl'])
  const { repositoryId, baseUrl } = parameters
  if (repositoryId === undefined) faults.push('body/providerParameters/repositoryId is required')
  else if (
    !/^\d{1,18}$|^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)+$/.test(repositoryId) ||
    repositoryId.includes('..')
  )
    faults.push(
      'body/providerParameters/repositoryId must be the number of the project or its path, group/project',
    )
  if (baseUrl === undefined) return faults
  // The check for repositories wants a path; a server's own address may have none.
  const address = parseAddress(`${baseUrl.replace(/\/+$/, '')}/x`)
  if (typeof address === 'string') faults.push(`body/providerParameters/baseUrl ${address}`)
  else if (address.protocol === 'ssh:')
    faults.push('body/providerParameters/baseUrl must begin with https:// or http://')
  return faults
}
