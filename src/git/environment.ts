import { devNull } from 'node:os'

/**
 * What `git` and what it starts get of our environment: enough to find programs and the keys of an ssh agent.
 */
const inherited = ['PATH', 'HOME', 'SSH_AUTH_SOCK', 'SYSTEMROOT', 'TMPDIR', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

/**
 * The environment of every `git`: no configuration of the machine or its user, no questions, only network
 * protocols, messages in English (they are read).
 */
export function safeEnvironment(): Record<string, string> {
  const env: Record<string, string> = {
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_SSH_COMMAND: sshCommand([]),
  }
  for (const name of inherited) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

/** Never prompts, never accepts an unknown host key, detects a dead connection. */
export const sshCommand = (options: readonly string[]): string =>
  [
    'ssh',
    ...['BatchMode=yes', 'StrictHostKeyChecking=yes', 'ConnectTimeout=20', 'ServerAliveInterval=15']
      .concat(options)
      .map((option) => `-o ${option}`),
  ].join(' ')

/** Configuration that holds for every call: no hooks, no helpers, no other repositories. */
const always: Readonly<Record<string, string>> = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  // Larger files are neither compared by lines nor taken into memory as a whole: one of zeros is a small
  // push.
  'core.bigFileThreshold': '16m',
  'core.askPass': '',
  'credential.helper': '',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'push.recurseSubmodules': 'no',
  'http.followRedirects': 'false',
  'transfer.bundleURI': 'false', // a server must not send us elsewhere
  'http.lowSpeedLimit': '1',
  'http.lowSpeedTime': '60',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'advice.detachedHead': 'false',
  'init.defaultBranch': 'main',
  'safe.directory': '*',
}

/**
 * Configuration as environment variables (git-config, GIT_CONFIG_COUNT); `config` wins over what always
 * holds.
 */
export function configVariables(config: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries({ ...always, ...config })
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(all.length) }
  for (const [i, [key, value]] of all.entries()) {
    env[`GIT_CONFIG_KEY_${i}`] = key
    env[`GIT_CONFIG_VALUE_${i}`] = value
  }
  return env
}
