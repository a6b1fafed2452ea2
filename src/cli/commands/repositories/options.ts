import { type Command, InvalidArgumentError } from 'commander'
import type { NewRepository } from '../../../features/repositories/schema.ts'
import type { Context } from '../../terminal/context.ts'
import { Failure } from '../../terminal/failure.ts'

/** Where a repository is, as options say it. */
export interface PlaceOptions {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly param?: Readonly<Record<string, string>> | undefined
  readonly tokenStdin?: boolean | undefined
}

const providers = ['hosted', 'git', 'github', 'gitlab', 'azure-devops'] as const
type ProviderName = (typeof providers)[number]

/** For commander: the name of a provider. */
export function providerName(text: string): ProviderName {
  const found = providers.find((name) => name === text)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`It must be one of ${providers.join(', ')}.`)
}

function parameter(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Write NAME=VALUE, for instance organization=acme.')
  return { ...before, [name]: value! }
}

/** Adds the options that name a repository at a provider, and its access token. */
export const withPlace = (command: Command): Command =>
  command
    .option('--name <name>', 'name of the repository; the last part of the address by default')
    .option('--url <url>', 'address of the repository (provider git)')
    .option(
      '--param <name=value>',
      'github: ownerName. gitlab: repositoryId, baseUrl. azure-devops: organization, repositoryId, tenantId. Repeatable',
      parameter,
    )
    .option('--token-stdin', 'read the access token from standard input instead of GIT_PROVIDER_ACCESS_TOKEN')

/** The body that names the repository. */
export function placeBody(provider: ProviderName, { name, url, param }: PlaceOptions): NewRepository {
  const providerParameters = { ...param, ...(url !== undefined && { url }) }
  return {
    provider,
    ...(name !== undefined && { repositoryName: name }),
    ...(Object.keys(providerParameters).length > 0 && { providerParameters }),
  }
}

/**
 * The header with the access token; none when there is no token. A token is never an argument: others see
 * those.
 */
export async function tokenHeader(
  { terminal }: Context,
  { tokenStdin }: PlaceOptions,
): Promise<Record<string, string>> {
  const token = tokenStdin
    ? (await terminal.stdin.toArray()).map(String).join('').trim()
    : terminal.env['GIT_PROVIDER_ACCESS_TOKEN']
  if (token === undefined) return {}
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Failure('The access token is empty or has characters that no token has.')
  return { 'Git-Provider-Access-Token': token }
}
