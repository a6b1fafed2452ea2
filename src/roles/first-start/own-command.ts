import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { quoted } from '../../components/common/contained/shell.ts'
import { installed } from '../../lib/installation.ts'

/**
 * What a user types in the folder `cwd` to run another command of this program on the installation in
 * `dataFolder`. `npmCommand` is the npm command that started this program, `exec` for npx.
 */
export function ownCommand(
  dataFolder: string,
  { cwd = process.cwd(), npmCommand = process.env['npm_command'] } = {},
): string {
  const name = nameOfProgram(cwd, npmCommand)
  const folder = resolve(cwd, dataFolder)
  return folder === join(cwd, '.headrace') ? name : `HEADRACE_DATA_DIR=${quoted(folder)} ${name}`
}

function nameOfProgram(cwd: string, npmCommand: string | undefined): string {
  const isClone = existsSync(installed('src'))
  if (isClone && cwd === installed('.')) return 'npm run --silent headrace --'
  if (isClone) return `node ${quoted(installed('bin/headrace.mjs'))}`
  return npmCommand === 'exec' ? 'npx headrace' : 'headrace'
}
