import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { Failure } from '../../../client/failure.ts'
import type { Context } from '../../terminal/context.ts'

/** The options that name a repository. */
export interface RepositoryOptions {
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
  throw new InvalidArgumentError(`Expected one of ${providers.join(', ')}.`)
}

function parameter(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Write NAME=VALUE, for instance organization=acme.')
  return { ...before, [name]: value! }
}

/** Adds the options that name a repository at a provider, and its access token. */
export const withRepository = (command: Command): Command =>
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
export function repositoryBody(provider: ProviderName, { name, url, param }: RepositoryOptions) {
  const providerParameters = url === undefined ? { ...param } : { ...param, url }
  const isEmpty = Object.keys(providerParameters).length === 0
  return { provider, repositoryName: name, providerParameters: isEmpty ? undefined : providerParameters }
}

/**
 * The header with the access token; none when there is no token. A token is never an argument: other users of
 * the machine can read arguments.
 */
export async function tokenHeader(
  { terminal }: Context,
  { tokenStdin }: RepositoryOptions,
): Promise<Record<string, string>> {
  const token = tokenStdin ? (await text(terminal.stdin)).trim() : terminal.env['GIT_PROVIDER_ACCESS_TOKEN']
  if (token === undefined) return {}
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Failure('The access token is empty, or contains spaces or characters outside ASCII.')
  return { 'Git-Provider-Access-Token': token }
}
