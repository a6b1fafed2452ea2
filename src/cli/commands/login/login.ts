import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import type { Profile } from '../../../client/token.ts'
import { requestToken } from '../../../client/token.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { apiAddress, localInstallation, profilePath, saveProfile } from '../../terminal/profile.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface LoginOptions extends CommonOptions {
  readonly url?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecretStdin?: boolean | undefined
}

/** Adds `headrace login`. */
export function addLogin(program: Command, terminal: Terminal): void {
  withJson(program.command('login'))
    .summary('Remembers a server and a credential')
    .description(
      'Saves the address of a server and the API credential to use there. ' +
        'Without options it uses the installation in ./.headrace, or asks. ' +
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
        'headrace --profile production login --url https://data.example.com   # then: headrace --profile production run …',
      ]),
    )
    .action((options: LoginOptions) => perform(terminal, options, (context) => login(context, options)))
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { terminal } = context
  const profile = await profileOf(terminal, options)
  const token = await requestToken(profile, terminal)
  const path = saveProfile(terminal, { ...profile, token })
  if (context.json) return context.printJson({ url: profile.url, clientId: profile.clientId, profile: path })
  context.print(`Logged in to ${profile.url} as ${profile.clientId}; saved in ${profilePath(terminal)}.`)
  if (terminal.env['HEADRACE_CLIENT_ID'])
    context.note('HEADRACE_CLIENT_ID is set and takes precedence over the saved login.')
}

async function profileOf(terminal: Terminal, options: LoginOptions): Promise<Profile> {
  const { env } = terminal
  const local = localInstallation(terminal)
  const typed = options.url ?? (env['HEADRACE_URL'] || undefined)
  const url = apiAddress(
    typed ?? local?.url ?? (await answer(terminal, 'Address of the server: ', '--url')),
    env['HEADRACE_BASE_PATH'],
  )
  const usable = local?.url === url && options.clientId === undefined && !options.clientSecretStdin
  if (usable) return { url, clientId: local.clientId, clientSecret: local.clientSecret }
  const clientId =
    options.clientId ?? (env['HEADRACE_CLIENT_ID'] || (await answer(terminal, 'Client id: ', '--client-id')))
  return { url, clientId, clientSecret: await secretOf(terminal, options) }
}

async function secretOf(terminal: Terminal, { clientSecretStdin }: LoginOptions): Promise<string> {
  if (clientSecretStdin) {
    const secret = (await terminal.stdin.toArray()).join('').trim()
    if (secret === '') throw new Failure('Standard input contained no secret.')
    return secret
  }
  return (
    terminal.env['HEADRACE_CLIENT_SECRET'] ||
    answer(terminal, 'Client secret (shown while you type): ', '--client-secret-stdin')
  )
}

async function answer(terminal: Terminal, question: string, option: string): Promise<string> {
  if (!terminal.stdin.isTTY)
    throw new Failure(`${option} is missing, and there is no terminal to ask on.`, {
      hint: 'See `headrace login --help`.',
    })
  const text = await terminal.ask(question)
  if (text === '') throw new Failure('Nothing was entered; nothing was saved.')
  return text
}
