import Type from 'typebox'
import type { Parameters } from '../../pipeline/model.ts'
import type { StepContext } from '../component.ts'
import { rows } from './properties.ts'

/**
 * Secrets that a script finds in its environment. Files name them, and never hold their values (pipelines.md
 * §3).
 */
export const scriptSecrets = {
  secretVariables: Type.Optional(rows('Secret Variables', 'environment variable', 'name of a secret')),
}

/**
 * Names that the shell, the language or the loader itself obeys: a variable must not change what a script is.
 */
const obeyed = /^(?:LD_.*|DYLD_.*|BASH.*|ENV|IFS|SHELLOPTS|PS4|PROMPT_COMMAND|NODE_.*|PYTHON.*)$/
/** Names that a shell sets itself, whatever it was given; some may not even be assigned. */
const shells =
  /^(?:_|E?UID|PPID|OPT(?:IND|ARG|ERR)|LINENO|RANDOM|SRANDOM|SECONDS|EPOCH.*|FUNCNAME|GROUPS|DIRSTACK|HISTCMD)$/
const ours = new Set(['PATH', 'HOME', 'LANG', 'TMPDIR', 'HEADRACE_FILES'])

export const isReservedVariable = (name: string): boolean => obeyed.test(name) || shells.test(name)

/**
 * What is wrong with the rows, one sentence each. What is still an expression or a grid is taken on trust.
 */
export function scriptSecretFaults({ secretVariables }: Parameters): readonly string[] {
  if (!Array.isArray(secretVariables)) return []
  return secretVariables.flatMap((row) => {
    const [variable, secret] = (Array.isArray(row) ? row : []).map((cell) => String(cell ?? '').trim())
    if (`${variable}${secret}`.includes('${')) return []
    const at = 'Secret Variables ("secretVariables")'
    if (!variable || !/^[A-Za-z_]\w*$/.test(variable))
      return [`${at}: "${variable ?? ''}" is not a valid name of an environment variable`]
    if (isReservedVariable(variable) || ours.has(variable)) return [`${at}: ${variable} cannot be set`]
    return secret ? [] : [`${at}: ${variable} needs the name of a secret`]
  })
}

/**
 * The environment that the rows ask for, or which secrets are missing. The values are masked from then on.
 */
export async function secretEnvironment(
  context: StepContext,
  wanted: readonly (readonly string[])[] = [],
): Promise<{ readonly env: Readonly<Record<string, string>> } | { readonly fault: string }> {
  const faults = [...scriptSecretFaults({ secretVariables: wanted })]
  const env: Record<string, string> = {}
  for (const [variable = '', secret = ''] of faults.length > 0 ? [] : wanted) {
    const value = await context.secret(secret.trim())
    if (value === undefined) faults.push(`There is no secret named "${secret.trim()}" for ${variable.trim()}`)
    else if (value.includes('\0'))
      faults.push(`The secret "${secret.trim()}" does not fit into an environment`)
    else env[variable.trim()] = value
  }
  return faults.length === 0 ? { env } : { fault: faults.join('. ') }
}
