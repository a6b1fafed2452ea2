import type { Outcome } from '../../pipeline/flow-events.ts'
import type { StepContext } from '../component.ts'
import { failure, success } from './outcome.ts'
import { type ProcessEnd, runProcess } from './process.ts'
import { shortened } from './variables.ts'

export interface Script {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly timeoutSeconds: number
  /** What to do where the command is not installed. */
  readonly hint: string
}

/**
 * Runs a script as a process, its output line by line in the log, and makes its end an outcome: the exit code
 * decides, and the last line of its errors says why.
 */
export async function runScript(context: StepContext, script: Script): Promise<Outcome> {
  let lastError = ''
  const end = await runProcess({
    command: script.command,
    args: script.args,
    env: script.env,
    cwd: script.folder,
    timeoutMs: script.timeoutSeconds * 1_000,
    signal: context.signal,
    onLine: (line, source) => {
      if (source === 'stderr' && line.trim() !== '') lastError = line.trim()
      context.log(line)
      return context.logDrained()
    },
  })
  if (end.kind === 'exited' && end.code === 0) return success()
  const reason = lastError === '' ? '' : `: ${shortened(lastError, 1_000)}`
  return failure(`${describe(end, script)}${end.kind === 'not-started' ? '' : reason}`)
}

function describe(end: ProcessEnd, { command, timeoutSeconds, hint }: Script): string {
  switch (end.kind) {
    case 'exited':
      return `The script ended with exit code ${end.code}`
    case 'killed':
      return `The script was ended by ${end.signal}`
    case 'timed-out':
      return `The script did not end within ${timeoutSeconds} s and was ended`
    case 'not-started':
      if (end.code === 'ENOENT') return `${command} was not found on this runner. ${hint}`
      if (end.code === 'E2BIG')
        return 'The variables are too large for a process; pass large values through a table'
      return `${command} could not be started: ${end.message}`
  }
}

/**
 * The environment of a script: nothing of the runner's own but where programs, the home folder and the language are.
 * Temporary files go to the step's folder and disappear with it.
 */
export const scriptEnvironment = (
  folder: string,
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> => ({
  PATH: own['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  HOME: own['HOME'] ?? folder,
  LANG: own['LANG'] ?? 'C.UTF-8',
  TMPDIR: folder,
})
