import { readFileSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
import { holdsPassword } from '../../lib/holds-password.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { gitDeclarations } from './git-settings.ts'
import { logDeclarations } from './log-settings.ts'
import { modelDeclarations } from './model-settings.ts'
import { runnerDeclarations } from './runner-settings.ts'
import { scriptDeclarations } from './script-settings.ts'
import { serverDeclarations } from './server-settings.ts'
import { isFault, type Role, type Setting } from './setting-kinds.ts'
import { telemetryDeclarations } from './telemetry-settings.ts'

/** Every setting of server and runner. Flags take precedence over the environment. */
export const declarations = {
  ...serverDeclarations,
  ...runnerDeclarations,
  ...scriptDeclarations,
  ...gitDeclarations,
  ...logDeclarations,
  ...modelDeclarations,
  ...telemetryDeclarations,
} as const satisfies Record<string, Setting<unknown>>

type Name = keyof typeof declarations
type Value<N extends Name> = Exclude<ReturnType<(typeof declarations)[N]['parse']>, { fault: string }>
type Given<N extends Name> = (typeof declarations)[N]['byDefault'] extends string
  ? Value<N>
  : Value<N> | undefined
export type Settings = { readonly [N in Name]: Given<N> }

/** Settings that mean something only together. */
const pairs: readonly (readonly [Name, Name])[] = [
  ['adminClientId', 'adminClientSecret'],
  ['modelUrl', 'modelName'],
]

const all = Object.entries(declarations) as [Name, Setting<unknown>][]

/** The settings that a command reads; it refuses every other flag. */
export const settingsOf = (role: Role): Name[] =>
  all.filter(([, { usedBy }]) => usedBy.includes(role)).map(([name]) => name)

/** The variable that names a file which holds the secret, as container platforms mount them. */
const fileEnv = ({ env }: Pick<Setting<unknown>, 'env'>): string => `${env}_FILE`

/** What is wrong with how a secret is given. */
function secretFault(
  setting: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
  flag: string | undefined,
): string | undefined {
  if (setting.secret === undefined) return undefined
  const file = fileEnv(setting)
  if (flag !== undefined && (setting.secret === 'whole' || holdsPassword(flag)))
    return (
      `--${setting.flag} must not hold a secret: every user of this machine can read command lines. ` +
      `Set ${setting.env}, or ${file} to the name of a file that holds it`
    )
  const isTwice = env[setting.env] !== undefined && env[file] !== undefined
  return isTwice ? `${setting.env} and ${file} are both set; set one of them` : undefined
}

/** The secret in the file that the environment names, without the line end after it. */
function contentOf(
  setting: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
  faults: string[],
): string | undefined {
  const file = setting.secret === undefined ? undefined : env[fileEnv(setting)]
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    faults.push(`${fileEnv(setting)} names a file that cannot be read: ${errorText(error)}`)
    return undefined
  }
}

/** The value of one setting as it is given, else its default; `faults` gets what is wrong with it. */
function readOne(
  setting: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
  flag: string | undefined,
  faults: string[],
): unknown {
  const fault = secretFault(setting, env, flag)
  if (fault !== undefined) {
    faults.push(fault)
    return undefined
  }
  const value = flag ?? valueIn(env, setting) ?? contentOf(setting, env, faults) ?? setting.byDefault
  const parsed = value === undefined ? undefined : setting.parse(value)
  if (isFault(parsed))
    faults.push(`${flag === undefined ? setting.env : `--${setting.flag}`} ${parsed.fault}`)
  return parsed
}

/** OpenTelemetry takes an empty variable for one that is not set. */
const valueIn = (env: Readonly<Record<string, string | undefined>>, { env: name }: Setting<unknown>) =>
  env[name] === '' && name.startsWith('OTEL_') ? undefined : env[name]

/** Names that other parts of the program read. */
const otherNames =
  /^HEADRACE_(SECRET_\w+|SECRETS_DIR|VAULT_(URL|TOKEN|PATH)|CLIENT_ID|CLIENT_SECRET|TOKEN|PROFILE|TEST_DATABASE_URL|SUPERVISED|PYTHON|DBT|DEMO_\w+)$/

export interface ReadSettings {
  readonly settings: Settings
  /** `HEADRACE_*` variables that no part of the program reads: usually misspelled. */
  readonly unknownNames: readonly string[]
}

/**
 * Reads all settings once. Throws `StartupError` that lists everything that is wrong with those that `role`
 * reads, or with any without one. Of the others an invalid one has its default.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>>,
  role?: Role,
): ReadSettings {
  const isRead = (name: Name) => role === undefined || declarations[name].usedBy.some((one) => one === role)
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of all) {
    const own: string[] = []
    values[name] = readOne(setting, env, flags[name], own)
    if (own.length === 0) continue
    if (isRead(name)) faults.push(...own)
    else values[name] = setting.byDefault === undefined ? undefined : setting.parse(setting.byDefault)
  }
  for (const [one, other] of pairs)
    if (isRead(one) && (values[one] === undefined) !== (values[other] === undefined))
      faults.push(
        `${declarations[one].env} and ${declarations[other].env} belong together: set both or neither`,
      )
  if (faults.length > 0) throw new StartupError(`Invalid settings:\n  ${faults.join('\n  ')}`)
  const known = new Set(
    all.flatMap(([, setting]) => [setting.env, ...(setting.secret === undefined ? [] : [fileEnv(setting)])]),
  )
  const unknownNames = Object.keys(env).filter(
    (name) => name.startsWith('HEADRACE_') && !known.has(name) && !otherNames.test(name),
  )
  return { settings: values as Settings, unknownNames }
}
