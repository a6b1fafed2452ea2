/** Values of named secrets. Files name them, only the runner knows them (pipelines.md §3). */
export interface Secrets {
  get(name: string): string | undefined
}

/**
 * The variable of the runner's environment that holds a secret, e.g. `my-token` → HEADRACE_SECRET_MY_TOKEN.
 */
const secretVariable = (name: string): string =>
  `HEADRACE_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

/** Secrets of the process's environment. An empty value counts as none. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): Secrets {
  return { get: (name) => environment[secretVariable(name)] || undefined }
}
