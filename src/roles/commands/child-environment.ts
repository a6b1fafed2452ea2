import type { Setting } from '../settings/setting-kinds.ts'
import { declarations, type Settings, settingsOf } from '../settings/settings.ts'

/**
 * What a runner takes over from the process that supervises it: where programs, files and certificates are,
 * proxies, and the secrets that were put there for pipelines. A list of what is passed on: the
 * administrator's secret, the master key and the database's address are in the same environment, and so is
 * what nobody here has heard of.
 */
const passedOn = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TERM|NO_COLOR|FORCE_COLOR)$/,
  /^(NODE_\w+|ICU_TIMEZONE_FILES_DIR|UV_THREADPOOL_SIZE|SSL_CERT_FILE|SSL_CERT_DIR)$/,
  /^((HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy)$/,
  /^HEADRACE_(SECRET_\w+|SECRETS_DIR|VAULT_(URL|TOKEN|PATH)|PYTHON|DBT)$/,
]

/** The environment of a supervised runner: what is passed on, and the settings that runners read. */
export function runnerEnvironment(
  own: NodeJS.ProcessEnv,
  settings: Settings,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && passedOn.some((pattern) => pattern.test(name))) env[name] = value
  for (const name of settingsOf('runner')) {
    const { env: variable, secret } = declarations[name] as Setting<unknown>
    const value = settings[name]
    if (value !== undefined && secret === undefined) env[variable] = String(value)
  }
  return { ...env, ...given }
}
