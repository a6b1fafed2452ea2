import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { nameHint } from '../../../client/suggestions.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface CreateOptions extends InProject {
  readonly key?: string | undefined
  readonly description?: string | undefined
}

interface DeleteOptions extends InProject {
  readonly yes?: boolean | undefined
}

const ALL = '/v1/projects/{projectId}/secret-references'
const ONE = '/v1/projects/{projectId}/secret-references/{secretReferenceName}'

/** Adds `headrace secrets references`. */
export function addReferences(secrets: Command, terminal: Terminal): void {
  const references = secrets
    .command('references')
    .description('Manages the secret references of a project: other names for secrets that its runners have')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(references.command('list', { isDefault: true }))
    .description('Lists the secret references, and which secret each means')
    .addHelpText('after', examples(['headrace secrets references -p Demo']))
    .action((options: InProject) => perform(terminal, options, (context) => list(context, options)))

  inProject(references.command('create').argument('<name>').argument('<secret>'))
    .description('Names a secret that runners have; it can be used wherever a secret of the project can be')
    .option('--key <key>', 'the member that is meant, of a secret that is a JSON object')
    .option('--description <text>', 'what it is for')
    .addHelpText(
      'after',
      examples(['headrace secrets references create orders_password orders-database --key password -p Demo']),
    )
    .action((name: string, secret: string, options: CreateOptions) =>
      perform(terminal, options, (context) => create(context, name, secret, options)),
    )

  inProject(references.command('delete').argument('<name>'))
    .description('Deletes a secret reference, not the secret; what uses it fails from then on')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace secrets references delete orders_password -p Demo --yes']))
    .action((name: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => remove(context, name, options)),
    )
}

async function list(context: Context, options: InProject): Promise<void> {
  const client = context.client()
  const { id, name } = await findProject(client, options.project)
  context.printTable(
    await client.all(ALL, { path: { projectId: id } }),
    [
      { title: 'name', value: (reference) => reference.name, whole: true },
      { title: 'secret', value: (reference) => reference.secretName },
      { title: 'key', value: (reference) => reference.secretKey ?? '' },
      { title: 'created', value: (reference) => formatInstant(reference.createdAt) },
      { title: 'by', value: (reference) => reference.createdBy },
      { title: 'description', value: (reference) => reference.description },
    ],
    `Project ${name} has no secret reference yet. Create one with \`headrace secrets references create NAME SECRET\`.`,
  )
}

async function create(context: Context, name: string, secretName: string, options: CreateOptions) {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const created = await client.post(ONE, {
    path: { projectId, secretReferenceName: name },
    json: { secretName, secretKey: options.key, description: options.description },
  })
  if (context.json) context.printJson(created)
  else context.print(`Created secret reference ${name}. Runners must grant the project ${secretName}.`)
}

async function remove(context: Context, name: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const known = (await client.all(ALL, { path: { projectId } })).map((reference) => reference.name)
  if (!known.includes(name))
    throw new Failure(`No secret reference ${JSON.stringify(name)}.`, {
      hint: nameHint('secret reference', name, known),
    })
  await confirm(context, `Delete secret reference ${name}?`, options.yes)
  await client.delete(ONE, { path: { projectId, secretReferenceName: name } })
  if (context.json) context.printJson({ name, deleted: true })
  else context.print(`Deleted secret reference ${name}.`)
}
