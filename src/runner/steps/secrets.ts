import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretVariable } from '../../lib/secret-names.ts'

/** Values of named secrets. Files name them, only the runner knows them (pipelines.md §3). */
export interface Secrets {
  /** Undefined when this source has no such secret. Throws an Error when it could not be read. */
  get(name: string, signal: AbortSignal): Promise<string | undefined>
}

/** Secrets of the process's environment. An empty value counts as none. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): Secrets {
  return { get: async (name) => environment[secretVariable(name)] || undefined }
}

const fileName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/

/**
 * A folder with one file for each secret, as containers mount them. The line end at the end is not part of
 * one.
 */
export function folderSecrets(folder: string): Secrets {
  return {
    async get(name) {
      if (!fileName.test(name)) return undefined
      try {
        return (await readFile(join(folder, name), 'utf8')).replace(/\r?\n$/, '') || undefined
      } catch (error) {
        if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          return undefined
        throw new Error(`The secret "${name}" cannot be read: ${(error as Error).message}`)
      }
    },
  }
}

export interface VaultSettings {
  /** Origin of the vault. */
  readonly url: string
  readonly token: string
  /** Where secrets lie, e.g. `secret/headrace`: mount, then the folder in it. */
  readonly path: string
}

const VAULT_TIMEOUT_MS = 15_000

/**
 * Secrets of a HashiCorp Vault or OpenBao over HTTP, key-value engine version 2: the member `value` of
 * `{mount}/data/{folder}/{name}`. The vault is the operator's choice, so `fetch` need not be guarded.
 */
export function vaultSecrets({ url, token, path }: VaultSettings, fetcher: typeof fetch): Secrets {
  const [mount = '', ...folder] = path.split('/').filter((part) => part !== '')
  return {
    async get(name, signal) {
      if (!fileName.test(name)) return undefined
      const address = `${url}/v1/${[mount, 'data', ...folder, name].map(encodeURIComponent).join('/')}`
      const response = await fetcher(address, {
        headers: { 'x-vault-token': token },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(VAULT_TIMEOUT_MS)]),
      }).catch((error: unknown) => {
        signal.throwIfAborted()
        throw new Error(`The vault could not be reached for "${name}"`, { cause: error })
      })
      if (response.status === 404) return undefined
      if (!response.ok) throw new Error(`The vault answered ${response.status} for "${name}"`)
      const { data } = (await response.json()) as { data?: { data?: Record<string, unknown> } }
      const value = data?.data?.['value']
      return typeof value === 'string' && value !== '' ? value : undefined
    },
  }
}

/** The value of the first source that has a secret. */
export function firstOf(sources: readonly Secrets[]): Secrets {
  return {
    async get(name, signal) {
      for (const source of sources) {
        const value = await source.get(name, signal)
        if (value !== undefined) return value
      }
      return undefined
    },
  }
}

/** Node's own, which is loaded with the first request. */
const fetchLater: typeof fetch = (input, init) => fetch(input, init)

/**
 * The sources that this runner's own environment names: its variables first, then the folder of
 * HEADRACE_SECRETS_DIR, then the vault of HEADRACE_VAULT_URL, _TOKEN and _PATH.
 */
export function ownSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  fetcher: typeof fetch = fetchLater,
): Secrets {
  const { HEADRACE_SECRETS_DIR, HEADRACE_VAULT_URL, HEADRACE_VAULT_TOKEN, HEADRACE_VAULT_PATH } = environment
  const vault = HEADRACE_VAULT_URL && {
    url: HEADRACE_VAULT_URL.replace(/\/+$/, ''),
    token: HEADRACE_VAULT_TOKEN ?? '',
    path: HEADRACE_VAULT_PATH ?? 'secret/headrace',
  }
  return firstOf([
    environmentSecrets(environment),
    ...(HEADRACE_SECRETS_DIR ? [folderSecrets(HEADRACE_SECRETS_DIR)] : []),
    ...(vault ? [vaultSecrets(vault, fetcher)] : []),
  ])
}
