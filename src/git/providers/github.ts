import { parseAddress } from '../address.ts'
import { basic } from '../remote.ts'
import type { InstallationTokens } from './github-app.ts'
import {
  type AuthenticatedLocation,
  type Check,
  failed,
  nameFault,
  type Provider,
  ProviderError,
  passed,
  unknown,
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
import { githubPage } from './pull-request-pages.ts'

export interface GithubOptions {
  readonly fetch: typeof fetch
  /** e.g. `https://api.github.com` and `https://github.com`. */
  readonly apiUrl: string
  readonly webUrl: string
  /** The installation's GitHub App; undefined when none is set up: then each repository needs a token. */
  readonly app: InstallationTokens | undefined
}

/** GitHub, opened by the installation's GitHub App or by a token (GitHub REST API, version 2022-11-28). */
export function githubProvider({ fetch, apiUrl, webUrl, app }: GithubOptions): Provider {
  async function tokenOf(location: AuthenticatedLocation): Promise<string> {
    if (location.token !== undefined) return location.token
    if (app === undefined) {
      throw new ProviderError(
        'This installation has no GitHub App; send a token in the header Git-Provider-Access-Token, ' +
          'or set HEADRACE_GITHUB_APP_ID and HEADRACE_GITHUB_APP_KEY_FILE',
      )
    }
    return app.tokenFor(location.providerParameters['ownerName'] ?? '', location.repositoryName)
  }

  function forget({ token, providerParameters, repositoryName }: AuthenticatedLocation): boolean {
    if (token !== undefined || app === undefined) return false
    app.forget(providerParameters['ownerName'] ?? '', repositoryName)
    return true
  }

  async function call(
    location: AuthenticatedLocation,
    path: string,
    request: ProviderRequest = {},
  ): Promise<ProviderAnswer> {
    const headers = {
      authorization: `Bearer ${await tokenOf(location)}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }
    const owner = encodeURIComponent(location.providerParameters['ownerName'] ?? '')
    const repository = encodeURIComponent(location.repositoryName)
    const url = `${apiUrl}/repos/${owner}/${repository}${path}`
    const answer = await callProvider(fetch, url, { ...request, headers })
    if (isRefusal(answer)) forget(location)
    return answer
  }

  function repositoryUrl({ providerParameters, repositoryName }: AuthenticatedLocation): string {
    const owner = encodeURIComponent(providerParameters['ownerName'] ?? '')
    return `${webUrl}/${owner}/${encodeURIComponent(repositoryName)}`
  }

  async function remote(location: AuthenticatedLocation) {
    const address = parseAddress(`${repositoryUrl(location)}.git`)
    if (typeof address === 'string') throw new ProviderError(`The address of the repository ${address}`)
    return {
      kind: 'network',
      address,
      authorization: basic('x-access-token', await tokenOf(location)),
    } as const
  }

  async function checks(location: AuthenticatedLocation, purpose: 'read' | 'mirror'): Promise<Check[]> {
    let answer: ProviderAnswer
    forget(location)
    try {
      await tokenOf(location)
    } catch (error) {
      if (error instanceof ProviderError) return [failed('ACCESS_TOKEN', error.message)]
      throw error
    }
    try {
      answer = await call(location, '')
    } catch (error) {
      // It cannot be reached, or has moved: no fault of the token.
      if (error instanceof ProviderError) return [failed('TARGET_EXISTS', error.message)]
      throw error
    }
    if (answer.status === 401) {
      return [
        failed('ACCESS_TOKEN', 'GitHub refused the access token: it is expired or revoked; create a new one'),
      ]
    }
    const name = `${location.providerParameters['ownerName']}/${location.repositoryName}`
    if (!answer.ok || !isRecord(answer.body)) {
      const why =
        answer.status === 404
          ? `GitHub has no repository ${name}, or does not show it to this token: ` +
            'create it there first, and give the token access'
          : `GitHub answered ${saidBy(answer)}`
      return [failed('TARGET_EXISTS', why)]
    }
    const there = passed('TARGET_EXISTS', `The repository ${name} exists`)
    if (purpose === 'read') return [there]
    if (answer.body['archived'] === true || answer.body['disabled'] === true)
      return [failed('TARGET_EXISTS', `The repository ${name} is archived or disabled; make it writable`)]
    return [there, roleCheck(answer.body), await forcePushCheck(location)]
  }

  /**
   * Rulesets first, then the older branch protection. Both may be hidden from the token: then nothing is
   * known.
   */
  async function forcePushCheck(location: AuthenticatedLocation): Promise<Check> {
    const barred = [...(await barringRulesets(location)), ...(await barringProtections(location))]
    if (barred.includes(undefined))
      return unknown(
        'FORCE_PUSH',
        'The token may not read the rules of the repository: only the push will show',
      )
    if (barred.length === 0) return passed('FORCE_PUSH', 'No rule forbids force pushes')
    return failed(
      'FORCE_PUSH',
      `Force pushes are not allowed by ${barred.join(', ')}: allow them in the repository's settings (Rules, Branches)`,
    )
  }

  async function barringRulesets(location: AuthenticatedLocation): Promise<(string | undefined)[]> {
    const answer = await call(location, '/rulesets?includes_parents=true&per_page=100')
    if (answer.status === 404) return []
    if (!answer.ok || !Array.isArray(answer.body)) return [undefined]
    const barring: (string | undefined)[] = []
    for (const { id, name, enforcement } of answer.body.filter(isRecord)) {
      if (enforcement !== 'active') continue
      const rules = member((await call(location, `/rulesets/${String(id)}`)).body, 'rules')
      if (Array.isArray(rules) && rules.some((rule) => member(rule, 'type') === 'non_fast_forward'))
        barring.push(`the ruleset ${String(name)}`)
    }
    return barring
  }

  async function barringProtections(location: AuthenticatedLocation): Promise<(string | undefined)[]> {
    const answer = await call(location, '/branches?protected=true&per_page=100')
    if (!answer.ok || !Array.isArray(answer.body)) return [undefined]
    const barring: (string | undefined)[] = []
    for (const branch of answer.body) {
      const name = String(member(branch, 'name'))
      const protection = await call(location, `/branches/${encodeURIComponent(name)}/protection`)
      if (protection.status === 404) continue // protected by a ruleset, which was looked at
      if (!protection.ok) barring.push(undefined)
      else if (member(protection.body, 'allow_force_pushes', 'enabled') !== true)
        barring.push(`the protection of ${name}`)
    }
    return barring
  }

  async function setDefaultBranch(location: AuthenticatedLocation, branch: string): Promise<void> {
    const json = { default_branch: branch.replace(/^refs\/heads\//, '') }
    const answer = await call(location, '', { method: 'PATCH', json })
    if (!answer.ok) throw new ProviderError(`GitHub answered ${saidBy(answer)}`, answer.status)
  }

  return {
    kind: 'github',
    usesToken: app === undefined ? 'required' : 'optional',
    reservedRefs: ['refs/pull/'],
    faults: ({ repositoryName, providerParameters }) => [
      ...unknownFields(providerParameters, ['ownerName']),
      ...nameFault('body/providerParameters/ownerName', providerParameters['ownerName']),
      ...nameFault('body/repositoryName', repositoryName),
    ],
    nameOf: () => '',
    remote,
    forget,
    checks,
    setDefaultBranch,
    pullRequestPage: async (location, branches) => githubPage(repositoryUrl(location), branches),
  }
}

/** Whether the token is not what it was: GitHub says 403, too, when it has been asked too often. */
const isRefusal = (answer: ProviderAnswer): boolean =>
  answer.status === 401 || (answer.status === 403 && !/rate limit/i.test(saidBy(answer)))

function roleCheck(repository: Record<string, unknown>): Check {
  const permissions = repository['permissions']
  if (!isRecord(permissions))
    return unknown('ROLE', 'GitHub does not report the permissions of the token: only the push will show')
  if (permissions['push'] === true || permissions['maintain'] === true || permissions['admin'] === true)
    return passed('ROLE', 'The token may push')
  return failed('ROLE', 'The token may not push to the repository; give it write access to contents')
}
