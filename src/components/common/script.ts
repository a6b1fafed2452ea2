import type { Outcome } from '../../pipeline/flow-events.ts'
import type { StepContext } from '../component.ts'
import { limitReached } from './contained/limits.ts'
import type { TakenServer } from './contained/script-servers.ts'
import type { Launch } from './contained/scripts.ts'
import { failure, success } from './outcome.ts'
import { type ProcessOrder, runProcess } from './process.ts'
import type { ProcessEnd } from './process-group.ts'
import { shortened } from './variables.ts'

export interface Script {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly timeoutSeconds: number
  /** A program that waits for it; without, it is started for itself. */
  readonly server?: TakenServer
  /** What to do where the command is not installed. */
  readonly hint: string
  /** What the log shows of a line of output, undefined for nothing; the line itself unless stated. */
  readonly shown?: (line: string) => string | undefined
}

/**
 * Runs a script as a process once the beginning of its step is on disk. Its output goes line by line into the
 * log, and its end is the outcome: the exit code decides, and the last line of its errors says why.
 * `context.scripts` decides what it can see and reach.
 */
export async function runScript(context: StepContext, script: Script): Promise<Outcome> {
  const { command, args, folder, timeoutSeconds, hint, server } = script
  const env = { ...traceEnvironment(context), ...script.env, HEADRACE_FILES: context.filesFolder }
  let lastError = ''
  const following: Following = {
    timeoutMs: timeoutSeconds * 1_000,
    signal: context.signal,
    onLine: (line, source) => {
      if (source === 'stderr' && line.trim() !== '') lastError = line.trim()
      const shown = script.shown === undefined ? line : script.shown(line)
      if (shown !== undefined) context.log(shown)
      return context.logDrained()
    },
  }
  if (server !== undefined) {
    const end = await server.run({ ...following, args, env, folder }, () => context.begun())
    return outcomeOf(context, script, { end, limits: server.limits, lastError })
  }
  const prepared = await context.scripts.prepare({ command, args, env, folder })
  if ('fault' in prepared) return failure(prepared.fault)
  if ('missing' in prepared) return failure(`${command} was not found where scripts can see it. ${hint}`)
  await context.begun()
  const end = await runProcess({ ...prepared.launch, ...following })
  return outcomeOf(context, script, { end, limits: prepared.launch.limits, lastError })
}

/** As the environment variables that programs read a trace from (OpenTelemetry). */
function traceEnvironment({ traceHeaders }: StepContext): Record<string, string> {
  if (traceHeaders === undefined) return {}
  const { traceparent, tracestate } = traceHeaders
  return { TRACEPARENT: traceparent, ...(tracestate !== undefined && { TRACESTATE: tracestate }) }
}

type Following = Pick<ProcessOrder, 'timeoutMs' | 'signal' | 'onLine'>

interface EndOfScript {
  readonly end: ProcessEnd
  readonly limits: Launch['limits']
  readonly lastError: string
}

function outcomeOf(context: StepContext, script: Script, { end, limits, lastError }: EndOfScript): Outcome {
  if (end.kind === 'exited' && end.code === 0) return success()
  if (end.kind === 'not-started') return failure(whyNotStarted(end, script))
  const reason = lastError === '' ? '' : `: ${shortened(context.masked(lastError), 1_000)}`
  const limit = reachedLimit(limits, end, lastError)
  return failure(`${describe(end, script)}${reason}${limit === undefined ? '' : `. ${limit}`}`)
}

type Ended = Exclude<ProcessEnd, { readonly kind: 'not-started' }>

function describe(end: Ended, { timeoutSeconds }: Script): string {
  switch (end.kind) {
    case 'exited':
      return `The script ended with exit code ${end.code}`
    case 'killed':
      return `The script was killed by ${end.signal}`
    case 'timed-out':
      return `The script did not end within ${timeoutSeconds} s and was killed`
  }
}

function whyNotStarted(end: Extract<ProcessEnd, { readonly kind: 'not-started' }>, script: Script): string {
  const { command, hint } = script
  if (end.code === 'ENOENT') return `${command} was not found on this runner. ${hint}`
  if (end.code === 'E2BIG')
    return 'The variables are too large for a process; pass large values through a table'
  return `${command} could not be started: ${end.message}`
}

/** A shell says 128 and the number of the signal that ended its command. */
function reachedLimit(limits: Launch['limits'], end: Ended, lastError: string): string | undefined {
  if (limits === undefined || end.kind !== 'exited') return undefined
  return limitReached(limits, end.code > 128 ? end.code - 128 : 0, lastError)
}

/**
 * The environment of a script: nothing of the runner's own but where programs, the home folder and the
 * language are. Temporary files go to the step's folder and disappear with it.
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
