import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome, VariableView } from '../../../pipeline/flow-events.ts'
import { failure } from '../../common/outcome.ts'
import { runScript, scriptEnvironment } from '../../common/script.ts'
import { timeoutOf } from '../../common/script-limits.ts'
import { secretEnvironment } from '../../common/script-secrets.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration } from './properties.ts'
import { readUpdates } from './updates.ts'

const bootstrap = fileURLToPath(new URL('./bootstrap.py', import.meta.url))

/**
 * Runs the script word for word with the variables as globals. Updates it made count also when it failed
 * afterwards: they come back through a private file, so nothing it prints can be taken for one.
 */
export const run = component(declaration, async (context, parameters): Promise<Outcome> => {
  const { script1 = '', script = script1, timeout, secretVariables } = parameters
  const limit = timeoutOf(timeout)
  if ('fault' in limit) return failure(limit.fault)
  const secrets = await secretEnvironment(context, secretVariables)
  if ('fault' in secrets) return failure(secrets.fault)
  const folder = await context.scratchFolder()
  const files = await writeFiles(folder, script, context.variables)
  const outcome = await runScript(context, {
    command: process.env['HEADRACE_PYTHON'] || 'python3',
    args: ['-u', files.bootstrap, files.script, files.variables, files.updates],
    env: {
      ...secrets.env,
      ...scriptEnvironment(folder),
      PYTHONIOENCODING: 'utf-8',
      PYTHONDONTWRITEBYTECODE: '1',
    },
    folder,
    timeoutSeconds: limit.seconds,
    hint: 'Install Python 3 there, or name an interpreter in HEADRACE_PYTHON.',
  })
  return withUpdates(context, outcome, files.updates)
})

async function writeFiles(folder: string, script: string, variables: VariableView) {
  const files = {
    bootstrap: join(folder, '.bootstrap.py'),
    script: join(folder, 'script.py'),
    variables: join(folder, 'variables.json'),
    updates: join(folder, 'updates.jsonl'),
  }
  const values = [...variables.names()].map((name) => {
    const value = variables.get(name)
    return { name, value, columns: typeof value === 'object' ? variables.columns(name) : null }
  })
  const mode = 0o600
  await copyFile(bootstrap, files.bootstrap) // the program's own folder is not in view
  await writeFile(files.script, script, { mode })
  await writeFile(files.variables, JSON.stringify(values), { mode })
  await writeFile(files.updates, '', { mode })
  return files
}

async function withUpdates(context: StepContext, outcome: Outcome, file: string): Promise<Outcome> {
  const read = await readUpdates(file, context.variables)
  const updates = read.updates.length > 0 ? { updates: read.updates } : {}
  if (read.faults.length === 0) return { ...outcome, ...updates }
  const message = [outcome.message ?? [], ...read.faults].flat().join('. ')
  return failure(message, updates)
}
