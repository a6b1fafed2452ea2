import { type AddressPolicy, lastPart, parseAddress } from '../address.ts'
import { explainGit } from '../explain.ts'
import { listRemoteRefs } from '../refs.ts'
import { basic } from '../remote.ts'
import {
  type AuthenticatedLocation,
  type Check,
  failed,
  type Provider,
  passed,
  unknown,
  unknownFields,
} from './provider.ts'
import { pageOfAddress } from './pull-request-pages.ts'

const DEFAULT_USER = 'git'

/** Any Git server with an http(s) or ssh address: Gitea, Forgejo, Bitbucket and the like. */
export function plainProvider(policy: AddressPolicy): Provider {
  async function remote({ providerParameters, token }: AuthenticatedLocation) {
    const address = parseAddress(providerParameters['url'] ?? '')
    if (typeof address === 'string') throw new Error(`A stored address ${address}`)
    const authorization =
      token === undefined ? undefined : basic(providerParameters['username'] ?? DEFAULT_USER, token)
    return { kind: 'network', address, authorization } as const
  }

  async function checks(location: AuthenticatedLocation, purpose: 'read' | 'mirror'): Promise<Check[]> {
    try {
      await listRemoteRefs(await remote(location), policy)
    } catch (error) {
      return [failed('TARGET_EXISTS', explainGit(error))]
    }
    const there = passed('TARGET_EXISTS', 'The repository exists and can be read')
    if (purpose === 'read') return [there]
    return [
      there,
      unknown(
        'FORCE_PUSH',
        'This kind of server cannot be asked whether it accepts force pushes: the push will show',
      ),
    ]
  }

  return {
    kind: 'git',
    usesToken: 'optional',
    reservedRefs: [],
    faults({ providerParameters }) {
      const faults = unknownFields(providerParameters, ['url', 'username'])
      const { url, username } = providerParameters
      if (url === undefined) faults.push('body/providerParameters/url is required')
      else {
        const address = parseAddress(url)
        if (typeof address === 'string') faults.push(`body/providerParameters/url ${address}`)
      }
      if (username !== undefined && !/^[\x21-\x39\x3b-\x7e]{1,255}$/.test(username))
        faults.push('body/providerParameters/username must have visible characters without :')
      return faults
    },
    nameOf: ({ url = '' }) => lastPart(url),
    remote,
    checks,
    pullRequestPage: async ({ providerParameters }, branches) =>
      pageOfAddress(providerParameters['url'] ?? '', branches),
  }
}
