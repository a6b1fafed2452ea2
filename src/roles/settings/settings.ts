import { readFileSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
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
  if (flag !== undefined && (setting.secret === 'whole' || (URL.parse(flag)?.password ?? '') !== ''))
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

/** OpenTelemetry takes an empty variable for one that is not set. */
const valueIn = (env: Readonly<Record<string, string | undefined>>, { env: name }: Setting<unknown>) =>
  env[name] === '' && name.startsWith('OTEL_') ? undefined : env[name]

/** Names that other parts of the program read. */
const otherNames =
  /^HEADRACE_(SECRET_\w+|SECRETS_DIR|NEW_MASTER_KEY|VAULT_(URL|TOKEN|PATH)|CLIENT_ID|CLIENT_SECRET|SUPERVISED|PYTHON|DBT|DEMO_\w+)$/

export interface ReadSettings {
  readonly settings: Settings
  /** `HEADRACE_*` variables that no part of the program reads: usually misspelled. */
  readonly unknownNames: readonly string[]
}

/** Reads all settings once. Throws `StartupError` that lists everything that is wrong. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>>,
): ReadSettings {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of all) {
    const fault = secretFault(setting, env, flags[name])
    if (fault !== undefined) {
      faults.push(fault)
      continue
    }
    const given = flags[name] ?? valueIn(env, setting) ?? contentOf(setting, env, faults)
    const value = given === undefined ? setting.byDefault : given
    const parsed = value === undefined ? undefined : setting.parse(value)
    if (isFault(parsed))
      faults.push(`${flags[name] === undefined ? setting.env : `--${setting.flag}`} ${parsed.fault}`)
    values[name] = parsed
  }
  if ((values['adminClientId'] === undefined) !== (values['adminClientSecret'] === undefined)) {
    faults.push(
      'HEADRACE_ADMIN_CLIENT_ID and HEADRACE_ADMIN_CLIENT_SECRET belong together: set both or neither',
    )
  }
  if ((values['modelUrl'] === undefined) !== (values['modelName'] === undefined))
    faults.push('HEADRACE_MODEL_URL and HEADRACE_MODEL_NAME belong together: set both or neither')
  if (faults.length > 0) throw new StartupError(`Invalid settings:\n  ${faults.join('\n  ')}`)
  const known = new Set(
    all.flatMap(([, setting]) => [setting.env, ...(setting.secret === undefined ? [] : [fileEnv(setting)])]),
  )
  const unknownNames = Object.keys(env).filter(
    (name) => name.startsWith('HEADRACE_') && !known.has(name) && !otherNames.test(name),
  )
  return { settings: values as Settings, unknownNames }
}
