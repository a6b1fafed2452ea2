import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface TestOptions extends CommonOptions {
  readonly project: string
  readonly environment: string
}

/** `headrace connections test`. */
export function addTest(command: Command, terminal: Terminal): void {
  command
    .description('Tests a connection on the runner of an environment; exits with 1 when it fails')
    .requiredOption('-e, --environment <environment>', 'environment whose runner tries it')
    .addHelpText('after', examples(['headrace connections test orders -p Demo -e Development']))
    .action((name: string, options: TestOptions) =>
      perform(terminal, options, (context) => testConnection(context, name, options)),
    )
}

async function testConnection(context: Context, name: string, options: TestOptions): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const result = await client.post('/v1/projects/{projectId}/connections/{connectionName}/test', {
    path: { projectId, connectionName: name },
    json: { environmentName: options.environment },
  })
  if (context.json) {
    context.printJson(result)
    if (!result.ok) context.terminal.setExitCode(1)
    return
  }
  if (!result.ok) throw new Failure(result.message)
  const version = result.version === undefined ? '' : `, version ${result.version}`
  context.print(`${result.message}${version}, in ${result.latencyMs} ms.`)
}
