import type { ScriptProcess } from './scripts.ts'
import { commandLine, quoted } from './shell.ts'

/** Linux takes strings of up to 128 KiB and as a rule 2 MiB in all. */
const MAX_STRING_BYTES = 131_000
const MAX_TOTAL_BYTES = 1_800_000

/** Whether no process can be given this environment. */
export function isTooLarge(env: Readonly<Record<string, string>>): boolean {
  const sizes = Object.entries(env).map(([name, value]) => name.length + Buffer.byteLength(value) + 10)
  return sizes.some((size) => size > MAX_STRING_BYTES) || sizes.reduce((a, b) => a + b, 0) > MAX_TOTAL_BYTES
}

interface InnerProcess extends ScriptProcess {
  /** Whether the program takes the place of the shell, to be the only process between scripts. */
  readonly stays?: boolean
}

/**
 * What the first shell inside of the view reads from its standard input: the environment travels there and
 * not with the programs that make the view, which may be root's, nor in arguments, which all users of the
 * machine can read.
 */
export function innerProgram({ command, args, env, folder, stays = false }: InnerProcess): string {
  const words = `${commandLine([command, ...args])} </dev/null`
  return [
    'trap : TERM', // the script has its time to end; this shell waits for it
    `cd ${quoted(folder)} || exit`,
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`),
    stays ? `exec ${words}` : `${words}; exit $?`,
    '',
  ].join('\n')
}
