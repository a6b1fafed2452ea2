import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findWebhookTemplate } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readTextFile } from '../../terminal/text-file.ts'

interface CreateOptions extends CommonOptions {
  readonly payload: string
}

interface UpdateOptions extends CommonOptions {
  readonly name?: string | undefined
  readonly payload?: string | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

/** Adds `headrace webhook-templates`. */
export function addWebhookTemplates(program: Command, terminal: Terminal): void {
  const templates = program
    .command('webhook-templates')
    .description('Manages the payload templates of Webhook Post')

  withJson(templates.command('list', { isDefault: true }))
    .description('Lists the templates; --json shows their payloads')
    .addHelpText('after', examples(['headrace webhook-templates', 'headrace webhook-templates list --json']))
    .action((options: CommonOptions) => perform(terminal, options, listTemplates))

  withJson(templates.command('create').argument('<name>'))
    .description('Creates a template')
    .requiredOption('--payload <file>', 'file with the payload')
    .addHelpText('after', examples(['headrace webhook-templates create "Chat message" --payload chat.json']))
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createTemplate(context, name, options)),
    )

  withJson(templates.command('update').argument('<template>', 'id or name'))
    .description('Changes a template; pipelines made from it keep their payload')
    .option('--name <name>', 'its new name')
    .option('--payload <file>', 'file with its new payload')
    .addHelpText('after', examples(['headrace webhook-templates update "Chat message" --payload chat.json']))
    .action((template: string, options: UpdateOptions) =>
      perform(terminal, options, (context) => updateTemplate(context, template, options)),
    )

  withJson(templates.command('delete').argument('<template>', 'id or name'))
    .description('Deletes a template; pipelines made from it keep their payload')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace webhook-templates delete "Chat message" --yes']))
    .action((template: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteTemplate(context, template, options)),
    )
}

const ONE = '/v1/webhook-templates/{webhookTemplateId}'

async function listTemplates(context: Context): Promise<void> {
  context.printTable(
    await context.client().all('/v1/webhook-templates'),
    [
      { title: 'name', value: (template) => template.name, whole: true },
      { title: 'changed', value: (template) => formatInstant(template.updatedAt) },
      { title: 'by', value: (template) => template.updatedBy },
      { title: 'id', value: (template) => template.id, whole: true },
    ],
    'There is no webhook template yet. Create one with `headrace webhook-templates create NAME --payload FILE`.',
  )
}

async function createTemplate(context: Context, name: string, { payload }: CreateOptions): Promise<void> {
  const json = { name, payload: readTextFile(context.terminal, payload) }
  const created = await context.client().post('/v1/webhook-templates', { json })
  if (context.json) context.printJson(created)
  else context.print(`Created webhook template ${created.name}: ${created.id}`)
}

async function updateTemplate(context: Context, idOrName: string, options: UpdateOptions): Promise<void> {
  const { name, payload } = options
  if (name === undefined && payload === undefined)
    throw new Failure('There is nothing to change.', { hint: 'Pass --name or --payload.' })
  const json = { name, payload: payload === undefined ? undefined : readTextFile(context.terminal, payload) }
  const client = context.client()
  const { id } = await findWebhookTemplate(client, idOrName)
  const changed = await client.patch(ONE, { path: { webhookTemplateId: id }, json })
  if (context.json) context.printJson(changed)
  else context.print(`Changed webhook template ${changed.name}.`)
}

async function deleteTemplate(context: Context, idOrName: string, { yes }: DeleteOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findWebhookTemplate(client, idOrName)
  await confirm(context, `Delete webhook template ${name}?`, yes)
  await client.delete(ONE, { path: { webhookTemplateId: id } })
  if (context.json) context.printJson({ id, deleted: true })
  else context.print(`Deleted webhook template ${name}.`)
}
