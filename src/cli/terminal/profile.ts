import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure } from '../../client/failure.ts'
import type { CredentialLogin, Profile, StoredToken } from '../../client/token.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Terminal } from './terminal.ts'

/** A server and the credential or token to use there, and where the two were found. */
export type Login = Profile & { readonly source: 'environment' | 'profile' | 'local installation' }

type LocalLogin = CredentialLogin & { readonly source: 'local installation' }
type Place = Pick<Terminal, 'env' | 'home' | 'cwd'>

/**
 * `$XDG_CONFIG_HOME/headrace/profile.json`, by default below `~/.config`; with `HEADRACE_PROFILE=NAME` the
 * file of that name in the folder "profiles" beside it. Throws Failure for a name that could lead elsewhere.
 */
export function profilePath({ env, home }: Place): string {
  const configured = env['XDG_CONFIG_HOME']
  const folder = join(configured ? configured : join(home, '.config'), 'headrace')
  const name = env['HEADRACE_PROFILE']
  if (!name) return join(folder, 'profile.json')
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw new Failure(`${JSON.stringify(name)} is not a valid profile name.`, {
      hint: 'Use letters, digits, - and _, at most 64.',
    })
  return join(folder, 'profiles', `${name}.json`)
}

/** Writes the profile at once or not at all, readable by its owner only. Throws Failure when it cannot. */
export function saveProfile(place: Place, profile: Profile): string {
  const path = profilePath(place)
  const fresh = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(fresh, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 })
    chmodSync(fresh, 0o600)
    renameSync(fresh, path)
  } catch (error) {
    throw new Failure(`The profile ${path} could not be written: ${errorText(error)}.`, { cause: error })
  }
  return path
}

/**
 * Keeps a new token of a login, unless another one has been saved meanwhile: a command that follows an
 * execution for hours must not bring its own back.
 */
export function saveToken(place: Place, login: CredentialLogin, token: StoredToken): void {
  const saved = loadProfile(place)
  if (saved === undefined || !('clientId' in saved)) return
  const { url, clientId, clientSecret } = saved
  if (url === login.url && clientId === login.clientId && clientSecret === login.clientSecret)
    saveProfile(place, { ...saved, token })
}

/** The profile that was saved, or undefined. Throws Failure for a file that cannot be read as one. */
export function loadProfile(place: Place): Profile | undefined {
  const path = profilePath(place)
  const profile = readJson(path)
  if (profile === undefined) return undefined
  const { url, clientId, clientSecret, personalToken } = profile
  if (typeof url === 'string' && typeof personalToken === 'string') return { url, personalToken }
  if (typeof url !== 'string' || typeof clientId !== 'string' || typeof clientSecret !== 'string')
    throw new Failure(`${path} is not a Headrace profile.`, {
      hint: 'Run `headrace login` to replace it.',
    })
  return { url, clientId, clientSecret, ...storedToken(profile['token']) }
}

function storedToken(value: unknown): { token?: StoredToken } {
  if (typeof value !== 'object' || value === null) return {}
  const { accessToken, expiresAt } = value as Record<string, unknown>
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number') return {}
  return { token: { accessToken, expiresAt } }
}

/**
 * Where to go and as whom: the environment (`HEADRACE_URL` with `HEADRACE_TOKEN`, or with
 * `HEADRACE_CLIENT_ID` and `HEADRACE_CLIENT_SECRET`) wins over the profile, and an installation in
 * `./.headrace` serves when neither says anything. A credential is never sent to another server than the one
 * it was given for. Throws Failure saying what is missing.
 */
export function findLogin(place: Place): Login {
  const { HEADRACE_URL: url } = place.env
  const base = url ? apiAddress(url, place.env['HEADRACE_BASE_PATH']) : undefined
  const given = loginOfEnvironment(place)
  if (given !== undefined) {
    const address = base ?? savedAddress(place, given)
    if (address === undefined) throw incompleteEnvironment('HEADRACE_URL')
    return { ...given, url: address, source: 'environment' }
  }
  const profile = loadProfile(place)
  if (profile === undefined && place.env['HEADRACE_PROFILE']) throw unknownProfile(place)
  const local = profile && (!base || profile.url === base) ? undefined : localInstallation(place)
  const known =
    profile && (!base || profile.url === base) ? { ...profile, source: 'profile' as const } : local
  if (known !== undefined && (!base || known.url === base)) return known
  throw base
    ? new Failure(`There is no credential for ${base}.`, {
        hint: `Run \`headrace login --url ${base}\`, or set HEADRACE_CLIENT_ID and HEADRACE_CLIENT_SECRET, or HEADRACE_TOKEN.`,
      })
    : new Failure('No server configured.', {
        hint:
          'Run `headrace login`, or set HEADRACE_URL, HEADRACE_CLIENT_ID and HEADRACE_CLIENT_SECRET (or HEADRACE_TOKEN),\n' +
          'or change to the folder in which `headrace start` runs: its .headrace folder is used.',
      })
}

/** The server for a credential that came without one; a token may be there for another program and server. */
const savedAddress = (place: Place, given: object): string | undefined =>
  'personalToken' in given ? undefined : (loadProfile(place) ?? localInstallation(place))?.url

function loginOfEnvironment({ env }: Place) {
  const { HEADRACE_TOKEN: token, HEADRACE_CLIENT_ID: clientId, HEADRACE_CLIENT_SECRET: secret } = env
  if (token) return { personalToken: token }
  if (clientId && secret) return { clientId, clientSecret: secret }
  if (!clientId && !secret) return undefined
  throw incompleteEnvironment(clientId ? 'HEADRACE_CLIENT_SECRET' : 'HEADRACE_CLIENT_ID')
}

/** A profile that was asked for by name is not replaced by another login. */
function unknownProfile(place: Place): Failure {
  const name = place.env['HEADRACE_PROFILE']!
  const known = profileNames(place)
  const hint = known.length === 0 ? '' : `Known profiles: ${known.join(', ')}. `
  return new Failure(`There is no profile ${JSON.stringify(name)}.`, {
    hint: `${hint}Create it with \`headrace --profile ${name} login\`.`,
  })
}

function profileNames(place: Place): string[] {
  try {
    return readdirSync(dirname(profilePath(place)))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .sort()
  } catch {
    return [] // no profile was saved yet
  }
}

const incompleteEnvironment = (missing: string) =>
  new Failure(`${missing} is not set, but other settings of the login are.`, {
    hint: 'HEADRACE_URL, HEADRACE_CLIENT_ID and HEADRACE_CLIENT_SECRET belong together; HEADRACE_TOKEN takes the place of the last two.',
  })

/** The running installation of the working directory, with the administrator it made for itself. */
export function localInstallation({ cwd, env }: Pick<Place, 'cwd' | 'env'>): LocalLogin | undefined {
  const folder = resolve(cwd, env['HEADRACE_DATA_DIR'] || '.headrace')
  const address = readJson(join(folder, 'headrace.json'))
  const credentials = readJson(join(folder, 'admin-credentials.json'))
  if (typeof address?.['url'] !== 'string') return undefined
  const { clientId, clientSecret } = credentials ?? {}
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return undefined
  const basePath = typeof address['basePath'] === 'string' ? address['basePath'] : undefined
  return { url: apiAddress(address['url'], basePath), clientId, clientSecret, source: 'local installation' }
}

/**
 * The API's address from what a person typed: `https://host/some/path` is taken as it is, `https://host` gets
 * the base path, `/api` by default (decisions.md §1). Throws Failure when it is no http address.
 */
export function apiAddress(typed: string, basePath = '/api'): string {
  const url = URL.parse(typed)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(`${JSON.stringify(typed)} is not a server URL.`, {
      hint: 'Use a URL such as http://127.0.0.1:8080 or https://data.example.com/api.',
    })
  const path = url.pathname === '/' ? basePath : url.pathname
  return url.origin + path.replace(/\/+$/, '')
}

function readJson(path: string): Record<string, unknown> | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    // ENOTDIR: a home of /dev/null, as some service accounts have.
    if (error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code)))
      return undefined
    throw new Failure(`${path} could not be read: ${errorText(error)}`)
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Falls through to the one message about a file that is not JSON.
  }
  throw new Failure(`${path} does not contain a JSON object.`, { hint: 'Delete or replace it.' })
}
