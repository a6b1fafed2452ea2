import type { Command } from 'commander'
import { apiAddress, localInstallation, type Profile, profilePath, saveProfile } from '../../api/profile.ts'
import { requestToken } from '../../api/token.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { Failure } from '../../terminal/failure.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Surroundings } from '../../terminal/terminal.ts'

interface LoginOptions extends CommonOptions {
  readonly url?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecretStdin?: boolean | undefined
}

/** Adds `headrace login`. */
export function addLogin(program: Command, surroundings: Surroundings): void {
  withJson(program.command('login'))
    .summary('remember a server and a credential')
    .description(
      'Remembers which Headrace to talk to and the API credential to use there. ' +
        'Without options it takes the installation in ./.headrace, or asks. ' +
        'The secret is never an argument, because other users of a machine can read arguments.',
    )
    .option('--url <url>', 'address of the server, e.g. https://data.example.com/api')
    .option('--client-id <id>', 'the clientId of an API credential')
    .option('--client-secret-stdin', 'read the clientSecret from standard input')
    .addHelpText(
      'after',
      examples([
        'headrace login',
        'headrace login --url https://data.example.com --client-id ID --client-secret-stdin < secret.txt',
      ]),
    )
    .action((options: LoginOptions) => perform(surroundings, options, (context) => login(context, options)))
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { surroundings } = context
  const profile = await profileOf(surroundings, options)
  const token = await requestToken(profile, surroundings.now)
  const path = saveProfile(surroundings, { ...profile, token })
  if (context.json) return context.printJson({ url: profile.url, clientId: profile.clientId, profile: path })
  context.print(
    `Logged in to ${profile.url} as ${profile.clientId}; remembered in ${profilePath(surroundings)}.`,
  )
  if (surroundings.env['HEADRACE_CLIENT_ID'])
    context.note('HEADRACE_CLIENT_ID is set and goes before what was remembered.')
}

async function profileOf(surroundings: Surroundings, options: LoginOptions): Promise<Profile> {
  const { env } = surroundings
  const local = localInstallation(surroundings)
  const typed = options.url ?? (env['HEADRACE_URL'] || undefined)
  const url = apiAddress(
    typed ?? local?.url ?? (await answer(surroundings, 'Address of the server: ', '--url')),
    env['HEADRACE_BASE_PATH'],
  )
  const usable = local?.url === url && options.clientId === undefined && !options.clientSecretStdin
  if (usable) return { url, clientId: local.clientId, clientSecret: local.clientSecret }
  const clientId =
    options.clientId ??
    (env['HEADRACE_CLIENT_ID'] || (await answer(surroundings, 'Client id: ', '--client-id')))
  return { url, clientId, clientSecret: await secretOf(surroundings, options) }
}

async function secretOf(surroundings: Surroundings, { clientSecretStdin }: LoginOptions): Promise<string> {
  if (clientSecretStdin) {
    const secret = (await surroundings.stdin.toArray()).join('').trim()
    if (secret === '') throw new Failure('Standard input held no secret.')
    return secret
  }
  return (
    surroundings.env['HEADRACE_CLIENT_SECRET'] ||
    answer(surroundings, 'Client secret (shown while you type): ', '--client-secret-stdin')
  )
}

async function answer(surroundings: Surroundings, question: string, option: string): Promise<string> {
  if (!surroundings.stdin.isTTY)
    throw new Failure(`${option} is missing, and nobody can be asked here.`, {
      hint: 'See `headrace login --help`.',
    })
  const text = await surroundings.ask(question)
  if (text === '') throw new Failure('Nothing was typed; nothing was remembered.')
  return text
}
