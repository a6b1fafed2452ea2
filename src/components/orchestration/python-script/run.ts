import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome, VariableView } from '../../../pipeline/flow-events.ts'
import type { ServerProgram } from '../../common/contained/script-servers.ts'
import { failure } from '../../common/outcome.ts'
import { runScript, scriptEnvironment } from '../../common/script.ts'
import { timeoutOf } from '../../common/script-limits.ts'
import { secretEnvironment } from '../../common/script-secrets.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration } from './properties.ts'
import { readUpdates } from './updates.ts'

const bootstrap = new URL('./bootstrap.py', import.meta.url)
const command = () => process.env['HEADRACE_PYTHON'] || 'python3'
const ownEnvironment = { PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' }

/**
 * Starting Python and its view takes longer than most scripts: it stays for the next script of the execution.
 */
const serving: ServerProgram = {
  get command() {
    return command()
  },
  source: bootstrap,
  args: (file) => ['-u', file, '--serve'],
  get env() {
    return { ...scriptEnvironment('/tmp'), ...ownEnvironment }
  },
}

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
  const server = await context.scriptServers.take(serving)
  try {
    const folder = server?.folder ?? (await context.scratchFolder())
    const files = await writeFiles(folder, script, context.variables)
    const program = server === undefined ? ['-u', await copyOfBootstrap(folder)] : []
    const outcome = await runScript(context, {
      command: command(),
      args: [...program, files.script, files.variables, files.updates],
      env: { ...secrets.env, ...scriptEnvironment(folder), ...ownEnvironment },
      folder,
      timeoutSeconds: limit.seconds,
      ...(server !== undefined && { server }),
      hint: 'Install Python 3 there, or name an interpreter in HEADRACE_PYTHON.',
    })
    return withUpdates(context, outcome, files.updates)
  } finally {
    await server?.giveBack()
  }
})

/** The program's own folder is not in view. */
async function copyOfBootstrap(folder: string): Promise<string> {
  const file = join(folder, '.bootstrap.py')
  await copyFile(bootstrap, file)
  return file
}

async function writeFiles(folder: string, script: string, variables: VariableView) {
  const files = {
    script: join(folder, 'script.py'),
    variables: join(folder, 'variables.json'),
    updates: join(folder, 'updates.jsonl'),
  }
  const values = [...variables.names()].map((name) => {
    const value = variables.get(name)
    return { name, value, columns: typeof value === 'object' ? variables.columns(name) : null }
  })
  const mode = 0o600
  await Promise.all([
    writeFile(files.script, script, { mode }),
    writeFile(files.variables, JSON.stringify(values), { mode }),
    writeFile(files.updates, '', { mode }),
  ])
  return files
}

function withUpdates(context: StepContext, outcome: Outcome, file: string): Outcome {
  const read = readUpdates(file, context.variables)
  const updates = read.updates.length > 0 ? { updates: read.updates } : {}
  if (read.faults.length === 0) return { ...outcome, ...updates }
  const message = [outcome.message ?? [], ...read.faults].flat().join('. ')
  return failure(message, updates)
}
