import { Failure } from '../../../client/failure.ts'
import type { ScriptSettings } from '../../../runner/tests/engine.ts'

const modes = ['contained', 'bubblewrap', 'unshare', 'shared', 'off'] as const

/** How scripts run, as HEADRACE_SCRIPTS says it to a runner. */
export function scriptSettings(
  env: Readonly<Record<string, string | undefined>>,
): Pick<ScriptSettings, 'scripts' | 'path' | 'python'> {
  const stated = env['HEADRACE_SCRIPTS'] || 'contained'
  const mode = modes.find((one) => one === stated)
  if (mode === undefined)
    throw new Failure(`HEADRACE_SCRIPTS is "${stated}".`, { hint: `It is one of ${modes.join(', ')}.` })
  const limits = { memoryMib: 2_048, processes: 512, fileMib: 10_240, cpuSeconds: 3_600 }
  const readable = (env['HEADRACE_SCRIPT_FOLDERS'] ?? '').split(':').filter((folder) => folder !== '')
  return {
    scripts: { mode, limits, readable },
    path: env['PATH'] ?? '',
    python: env['HEADRACE_PYTHON'] || 'python3',
  }
}
