import type { ParameterValue } from '../../../pipeline/model.ts'
import { rawText } from '../../common/blocks.ts'
import { isReservedVariable } from '../../common/script-secrets.ts'

/** The options of dbt that say where its files are: the component sets them. */
const ours = new Set(['--profiles-dir', '--project-dir', '--target-path', '--log-path', '--log-format'])

/**
 * The words behind `dbt` in a command, as a shell reads quotes; there is no shell, so nothing else of one has
 * a meaning.
 */
export function commandWords(
  command: string,
): { readonly words: readonly string[] } | { readonly fault: string } {
  const words: string[] = []
  const word = /\s*((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/gsy
  const text = command.trim()
  while (word.lastIndex < text.length) {
    const at = word.lastIndex
    const found = word.exec(text)?.[1]
    if (found === undefined)
      return { fault: `Command ("command") has an open quote: ${text.slice(at).trim()}` }
    words.push(found.replaceAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, unquoted))
  }
  const [program, ...rest] = words
  if (program !== 'dbt' || rest.length === 0)
    return { fault: 'Command ("command") must be dbt and one of its commands, such as dbt build' }
  const taken = rest.find((one) => ours.has(one.split('=', 1)[0]!))
  if (taken !== undefined)
    return { fault: `Command ("command") must not contain ${taken}: the component sets it` }
  if (rest.some((one) => /^(&&|\|\||;|\||>)$/.test(one)))
    return { fault: 'Command ("command") must be a single dbt command: use a component for each' }
  return { words: rest }
}

const unquoted = (_: string, double?: string, single?: string, escaped?: string): string =>
  double?.replaceAll(/\\(.)/gs, '$1') ?? single ?? escaped ?? ''

/** dbt and the shell obey these; the component sets them. */
const isTaken = (name: string): boolean =>
  isReservedVariable(name) ||
  /^(PATH|HOME|LANG|TMPDIR|HEADRACE_.*|DO_NOT_TRACK|DBT_(PROFILES_DIR|PROJECT_DIR|TARGET_PATH|LOG_PATH|LOG_FORMAT|ENV_SECRET_HEADRACE_.*))$/.test(
    name,
  )

/** What is wrong with rows of environment variables, one sentence each. */
export function environmentFaults(rows: ParameterValue | undefined): readonly string[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => {
    const name = rawText(Array.isArray(row) ? row[0] : row).trim()
    const at = 'Environment Variables ("mapDbtEnvironmentVariables")'
    if (name.includes('${')) return []
    if (!/^[A-Za-z_]\w*$/.test(name))
      return [`${at}: "${name}" is not a valid name of an environment variable`]
    return isTaken(name) ? [`${at}: ${name} cannot be set`] : []
  })
}
