import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { nameHint } from '../../../client/suggestions.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readTextFile } from '../../terminal/text-file.ts'
import { addReferences } from './references.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface SetOptions extends InProject {
  readonly file?: string | undefined
  readonly description?: string | undefined
}

interface DeleteOptions extends InProject {
  readonly yes?: boolean | undefined
}

const ALL = '/v1/projects/{projectId}/secrets'
const ONE = '/v1/projects/{projectId}/secrets/{secretName}'

type ListOptions = InProject & SortedBy<typeof ALL>

/** Adds `headrace secrets`. */
export function addSecrets(program: Command, terminal: Terminal): void {
  const secrets = program.command('secrets').description('Manages the secrets of a project')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(secrets.command('list', { isDefault: true }))
    .description('Lists the secrets; their values are never shown')
    .addOption(sortOption<typeof ALL>('name', 'updatedAt'))
    .addHelpText('after', examples(['headrace secrets -p Demo']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listSecrets(context, options)))

  inProject(secrets.command('set').argument('<name>'))
    .description('Creates or replaces a secret; its value comes from standard input, never from an argument')
    .option('--file <file>', 'read the value from a file instead')
    .option('--description <text>', 'what it is for')
    .addHelpText('after', examples(['headrace secrets set shop_token -p Demo < token.txt']))
    .action((name: string, options: SetOptions) =>
      perform(terminal, options, (context) => setSecret(context, name, options)),
    )

  inProject(secrets.command('delete').argument('<name>'))
    .description('Deletes a secret; what uses it fails from then on')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace secrets delete shop_token -p Demo --yes']))
    .action((name: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteSecret(context, name, options)),
    )

  addReferences(secrets, terminal)
}

async function listSecrets(context: Context, options: ListOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findProject(client, options.project)
  context.printTable(
    await client.all(ALL, { path: { projectId: id }, query: { sort: options.sort } }),
    [
      { title: 'name', value: (secret) => secret.name, whole: true },
      { title: 'set', value: (secret) => formatInstant(secret.updatedAt) },
      { title: 'by', value: (secret) => secret.updatedBy },
      { title: 'description', value: (secret) => secret.description },
    ],
    `Project ${name} has no secret yet. Create one with \`headrace secrets set NAME\`.`,
  )
}

async function setSecret(context: Context, name: string, options: SetOptions): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const value = await secretValue(context.terminal, options)
  const known = await client.all(ALL, { path: { projectId } })
  const before = known.find((secret) => secret.name === name)
  const description = options.description ?? before?.description
  const saved =
    before === undefined
      ? await client.post(ALL, { path: { projectId }, json: { name, value, description } })
      : await client.put(ONE, { path: { projectId, secretName: name }, json: { value, description } })
  if (context.json) context.printJson(saved)
  else context.print(`${before === undefined ? 'Created' : 'Replaced'} secret ${name}.`)
}

/** A line break at the end is the editor's or the shell's, not the secret's. */
async function secretValue(terminal: Terminal, { file }: SetOptions): Promise<string> {
  if (file === undefined && terminal.stdin.isTTY)
    throw new Failure('The value of the secret is missing.', {
      hint: 'Pass it on standard input or with --file: other users of a machine can read arguments.',
    })
  const given = file === undefined ? await text(terminal.stdin) : readTextFile(terminal, file)
  const value = given.replace(/\r?\n$/, '')
  if (value === '') throw new Failure('The value of the secret is empty.')
  return value
}

async function deleteSecret(context: Context, name: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const known = (await client.all(ALL, { path: { projectId } })).map((secret) => secret.name)
  if (!known.includes(name))
    throw new Failure(`No secret ${JSON.stringify(name)}.`, { hint: nameHint('secret', name, known) })
  await confirm(context, `Delete secret ${name}?`, options.yes)
  await client.delete(ONE, { path: { projectId, secretName: name } })
  if (context.json) context.printJson({ name, deleted: true })
  else context.print(`Deleted secret ${name}.`)
}
