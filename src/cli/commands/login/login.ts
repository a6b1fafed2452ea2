import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { createClient } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { type CredentialLogin, requestToken, type TokenLogin } from '../../../client/token.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { apiAddress, localInstallation, saveProfile } from '../../terminal/profile.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface LoginOptions extends CommonOptions {
  readonly url?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecretStdin?: boolean | undefined
  readonly tokenStdin?: boolean | undefined
}

/** Adds `headrace login`. */
export function addLogin(program: Command, terminal: Terminal): void {
  withJson(program.command('login'))
    .summary('Remembers a server and a credential or a token')
    .description(
      'Saves the address of a server and the API credential, or the personal access token, to use there. ' +
        'Without options it uses the installation in ./.headrace, or asks. ' +
        'Secret and token are never arguments, because other users of a machine can read arguments.',
    )
    .option('--url <url>', 'address of the server, e.g. https://data.example.com/api')
    .option('--client-id <id>', 'the clientId of an API credential')
    .option('--client-secret-stdin', 'read the clientSecret from standard input')
    .addOption(
      new Option('--token-stdin', 'read a personal access token from standard input').conflicts([
        'clientId',
        'clientSecretStdin',
      ]),
    )
    .addHelpText(
      'after',
      examples([
        'headrace login',
        'headrace login --url https://data.example.com --client-id ID --client-secret-stdin < secret.txt',
        'headrace login --url https://data.example.com --token-stdin < token.txt',
        'headrace --profile production login --url https://data.example.com   # then: headrace --profile production run …',
      ]),
    )
    .action((options: LoginOptions) => perform(terminal, options, (context) => login(context, options)))
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { terminal } = context
  const { profile, name } = options.tokenStdin
    ? await byToken(terminal, options)
    : await byCredential(terminal, options)
  const path = saveProfile(terminal, profile)
  const caller = 'clientId' in profile ? { clientId: name } : { user: name }
  if (context.json) return context.printJson({ url: profile.url, ...caller, profile: path })
  context.print(`Logged in to ${profile.url} as ${name}; saved in ${path}.`)
  for (const set of ['HEADRACE_TOKEN', 'HEADRACE_CLIENT_ID'])
    if (terminal.env[set]) context.note(`${set} is set and takes precedence over the saved login.`)
}

/** The token with the name of its user. Throws Failure when the server refuses it. */
async function byToken(terminal: Terminal, options: LoginOptions) {
  const url = await addressOf(terminal, options)
  const profile: TokenLogin = { url, personalToken: await fromStdin(terminal, 'token') }
  const client = createClient(profile, { ...terminal, keepToken: () => undefined })
  return { profile, name: (await client.get('/v1/session')).name }
}

/**
 * The credential with its first token. Throws Failure when the server refuses it, or has no API at the
 * address.
 */
async function byCredential(terminal: Terminal, options: LoginOptions) {
  const login = await credentialOf(terminal, options)
  const profile: CredentialLogin = { ...login, token: await requestToken(login, terminal) }
  // Tokens are issued at the origin, whatever path follows it.
  await createClient(profile, { ...terminal, keepToken: () => undefined }).get('/v1/session')
  return { profile, name: login.clientId }
}

async function addressOf(terminal: Terminal, options: LoginOptions): Promise<string> {
  const { env } = terminal
  const known = options.url ?? (env['HEADRACE_URL'] || localInstallation(terminal)?.url)
  const typed = known ?? (await answer(terminal, 'Address of the server: ', '--url'))
  return apiAddress(typed, env['HEADRACE_BASE_PATH'])
}

async function credentialOf(terminal: Terminal, options: LoginOptions): Promise<CredentialLogin> {
  const { env } = terminal
  const local = localInstallation(terminal)
  const url = await addressOf(terminal, options)
  const usable = local?.url === url && options.clientId === undefined && !options.clientSecretStdin
  if (usable) return { url, clientId: local.clientId, clientSecret: local.clientSecret }
  const clientId =
    options.clientId ?? (env['HEADRACE_CLIENT_ID'] || (await answer(terminal, 'Client id: ', '--client-id')))
  return { url, clientId, clientSecret: await secretOf(terminal, options) }
}

async function secretOf(terminal: Terminal, { clientSecretStdin }: LoginOptions): Promise<string> {
  if (clientSecretStdin) return fromStdin(terminal, 'secret')
  return (
    terminal.env['HEADRACE_CLIENT_SECRET'] ||
    answer(terminal, 'Client secret (shown while you type): ', '--client-secret-stdin')
  )
}

async function fromStdin(terminal: Terminal, what: string): Promise<string> {
  const given = (await text(terminal.stdin)).trim()
  if (given === '') throw new Failure(`Standard input contained no ${what}.`)
  return given
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
