import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findConnector, findProject } from '../../../client/lookup.ts'
import type { ImportedConnector } from '../../../client/resources.ts'
import { errorText } from '../../../lib/error-text.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readTextFile, writeTextFile } from '../../terminal/text-file.ts'

interface ExportOptions extends CommonOptions {
  readonly output?: string | undefined
}

interface ImportOptions extends CommonOptions {
  readonly project?: string | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

/** Adds `headrace connectors`. */
export function addConnectors(program: Command, terminal: Terminal): void {
  const connectors = program.command('connectors').description('Manages custom connectors')

  withJson(connectors.command('list', { isDefault: true }))
    .description('Lists the custom connectors')
    .addHelpText('after', examples(['headrace connectors']))
    .action((options: CommonOptions) => perform(terminal, options, listConnectors))

  withJson(connectors.command('export').argument('<connector>', 'id or name'))
    .description('Prints a connector as a file that can be imported elsewhere; it contains no secrets')
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText('after', examples(['headrace connectors export Shop -o shop.json']))
    .action((connector: string, options: ExportOptions) =>
      perform(terminal, options, (context) => exportConnector(context, connector, options)),
    )

  withJson(connectors.command('import').argument('<file>'))
    .description('Creates a connector from an exported file')
    .option('-p, --project <project>', 'id or name of the project that owns it; the installation if omitted')
    .addHelpText('after', examples(['headrace connectors import shop.json -p Demo']))
    .action((file: string, options: ImportOptions) =>
      perform(terminal, options, (context) => importConnector(context, file, options)),
    )

  withJson(connectors.command('delete').argument('<connector>', 'id or name'))
    .description('Deletes a connector; pipelines that use it fail from then on')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace connectors delete Shop --yes']))
    .action((connector: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteConnector(context, connector, options)),
    )
}

async function listConnectors(context: Context): Promise<void> {
  context.printTable(
    await context.client().all('/v1/custom-connectors'),
    [
      { title: 'name', value: (connector) => connector.name, whole: true },
      { title: 'endpoints', value: (connector) => String(connector.endpoints.length) },
      { title: 'owner', value: (connector) => connector.projectId ?? 'installation' },
      { title: 'id', value: (connector) => connector.connectorId, whole: true },
    ],
    'There is no custom connector yet. Import one with `headrace connectors import FILE`.',
  )
}

async function exportConnector(context: Context, idOrName: string, { output }: ExportOptions): Promise<void> {
  const client = context.client()
  const { connectorId, name } = await findConnector(client, idOrName)
  const exported = await client.get('/v1/custom-connectors/{connectorId}/export', { path: { connectorId } })
  if (output === undefined) return context.printJson(exported)
  writeTextFile(context.terminal, output, `${JSON.stringify(exported, null, 2)}\n`)
  if (context.json) context.printJson({ connectorId, file: output })
  else context.print(`Wrote connector ${name} to ${output}.`)
}

async function importConnector(context: Context, file: string, { project }: ImportOptions): Promise<void> {
  const client = context.client()
  const content = parsed(readTextFile(context.terminal, file), file)
  const owner = project === undefined ? undefined : (await findProject(client, project)).id
  const json = owner === undefined ? content : { ...content, projectId: owner }
  const created = await client.post('/v1/custom-connectors/import', { json })
  if (context.json) context.printJson(created)
  else context.print(`Imported connector ${created.name}: ${created.connectorId}`)
}

/** What the file says; whether it is a connector is for the server to judge. */
function parsed(text: string, file: string): ImportedConnector {
  try {
    return JSON.parse(text) as ImportedConnector
  } catch (error) {
    throw new Failure(`The file ${file} is not JSON: ${errorText(error)}.`)
  }
}

async function deleteConnector(context: Context, idOrName: string, { yes }: DeleteOptions): Promise<void> {
  const client = context.client()
  const { connectorId, name } = await findConnector(client, idOrName)
  await confirm(context, `Delete connector ${name}?`, yes)
  await client.delete('/v1/custom-connectors/{connectorId}', { path: { connectorId } })
  if (context.json) context.printJson({ connectorId, deleted: true })
  else context.print(`Deleted connector ${name}.`)
}
