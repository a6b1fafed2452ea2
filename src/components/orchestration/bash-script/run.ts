import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatValue } from '../../../pipeline/expressions/format.ts'
import type { VariableView } from '../../../pipeline/flow-events.ts'
import { failure } from '../../common/outcome.ts'
import { runScript, scriptEnvironment } from '../../common/script.ts'
import { timeoutOf } from '../../common/script-limits.ts'
import { isReservedVariable, secretEnvironment } from '../../common/script-secrets.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** Runs the script word for word; its own `${…}` is Bash's. A non-zero exit code fails the step. */
export const run = component(declaration, async (context, parameters) => {
  const { script, timeout, secretVariables } = parameters
  const limit = timeoutOf(timeout)
  if ('fault' in limit) return failure(limit.fault)
  const secrets = await secretEnvironment(context, secretVariables)
  if ('fault' in secrets) return failure(secrets.fault)
  const folder = await context.scratchFolder()
  const file = join(folder, 'script.sh')
  await writeFile(file, script.replaceAll('\r\n', '\n'), { mode: 0o600 })
  return runScript(context, {
    command: 'bash',
    args: [file],
    env: { ...variablesAsEnvironment(context.variables), ...secrets.env, ...scriptEnvironment(folder) },
    folder,
    timeoutSeconds: limit.seconds,
    hint: 'Install Bash there or give this environment another runner.',
  })
})

/**
 * Scalar variables by name; what an environment name cannot hold becomes `_`. Grids have no form there, and a
 * NUL character would end the value.
 */
function variablesAsEnvironment(variables: VariableView): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of variables.names()) {
    const value = variables.get(name)
    const clean = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
    if (value === undefined || typeof value === 'object' || isReservedVariable(clean)) continue
    result[clean] = formatValue(value).replaceAll('\0', '')
  }
  return result
}
