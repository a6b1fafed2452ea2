import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject, findView } from '../../../client/lookup.ts'
import type { SavedView } from '../../../client/resources.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { collect, examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

type List = SavedView['list']

interface ListOptions extends CommonOptions {
  readonly project?: string | undefined
  readonly list?: List | undefined
}

interface CreateOptions extends CommonOptions {
  readonly list: List
  readonly filter?: readonly string[] | undefined
  readonly share?: string | undefined
}

interface UpdateOptions extends ListOptions {
  readonly name?: string | undefined
  readonly filter?: readonly string[] | undefined
  readonly share?: string | undefined
  readonly unshare?: boolean | undefined
}

interface DeleteOptions extends ListOptions {
  readonly yes?: boolean | undefined
}

const ALL = '/v1/saved-views'
const ONE = '/v1/saved-views/{savedViewId}'
const lists: readonly List[] = ['EXECUTIONS', 'SCHEDULES', 'EVENTS']

/** Adds `headrace views`. */
export function addViews(program: Command, terminal: Terminal): void {
  const views = program.command('views').description('Manages saved views: filters and orders of lists')
  const ofList = (command: Command) =>
    withJson(command)
      .option('-p, --project <project>', 'also views that are shared in this project (id or name)')
      .option('--list <list>', 'only views of this list: EXECUTIONS, SCHEDULES or EVENTS', oneOf(lists))
  const one = (name: string) => ofList(views.command(name).argument('<view>', 'id or name'))

  ofList(views.command('list', { isDefault: true }))
    .description('Lists your saved views, and with --project those that are shared there')
    .addHelpText('after', examples(['headrace views', 'headrace views --project Demo --list executions']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listViews(context, options)))

  one('show')
    .description('Shows a saved view')
    .addHelpText('after', examples(['headrace views show "Failed since Monday"']))
    .action((view: string, options: ListOptions) =>
      perform(terminal, options, (context) => showView(context, view, options)),
    )

  withJson(views.command('create').argument('<name>'))
    .description('Saves a view')
    .requiredOption('--list <list>', 'the list: EXECUTIONS, SCHEDULES or EVENTS', oneOf(lists))
    .option('--filter <name=value>', 'query parameter of the list, or sort; may be repeated', collect)
    .option('--share <project>', 'share it with the members of this project (id or name)')
    .addHelpText(
      'after',
      examples(['headrace views create Failures --list executions --filter status=FAILED --share Demo']),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createView(context, name, options)),
    )

  addUpdate(one('update'), terminal)

  one('delete')
    .description('Deletes a saved view: yours, or one that is shared in a project that you administer')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace views delete Failures --yes']))
    .action((view: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteView(context, view, options)),
    )
}

const addUpdate = (command: Command, terminal: Terminal): Command =>
  command
    .description('Changes one of your views; options that you omit keep their values')
    .option('--name <name>', 'its new name')
    .option('--filter <name=value>', 'replaces all its filters; may be repeated', collect)
    .option('--share <project>', 'share it with the members of this project (id or name)')
    .option('--unshare', 'stop sharing it')
    .addHelpText('after', examples(['headrace views update Failures --name "Failed runs" --unshare']))
    .action((view: string, options: UpdateOptions) =>
      perform(terminal, options, (context) => updateView(context, view, options)),
    )

async function listViews(context: Context, options: ListOptions): Promise<void> {
  const query = await scopeOf(context, options)
  context.printTable(
    await context.client().all(ALL, { query }),
    [
      { title: 'name', value: (view) => view.name, whole: true },
      { title: 'list', value: (view) => view.list },
      { title: 'filter', value: filterText },
      { title: 'owner', value: (view) => view.owner },
      { title: 'shared', value: (view) => (view.projectId === undefined ? 'no' : 'yes') },
      { title: 'id', value: (view) => view.savedViewId, whole: true },
    ],
    'There is no saved view yet. Save one with `headrace views create NAME --list executions --filter …`.',
  )
}

const filterText = ({ filter }: SavedView): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** Which views a command is about. */
async function scopeOf(context: Context, { list, project }: ListOptions) {
  const projectId = project === undefined ? undefined : (await findProject(context.client(), project)).id
  return { list, projectId }
}

async function showView(context: Context, idOrName: string, options: ListOptions): Promise<void> {
  const view = await findView(context.client(), idOrName, await scopeOf(context, options))
  if (context.json) return context.printJson(view)
  for (const [title, value] of [
    ['id', view.savedViewId],
    ['name', view.name],
    ['list', view.list],
    ['filter', filterText(view)],
    ['owner', view.owner],
    ['shared in', view.projectId ?? 'no project'],
    ['changed', formatInstant(view.updatedAt)],
  ] as const)
    context.print(`${title.padEnd(10)} ${value}`)
}

async function createView(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const json = {
    name,
    list: options.list,
    filter: filterOf(options.filter ?? []),
    projectId: options.share === undefined ? undefined : (await findProject(client, options.share)).id,
  }
  const created = await client.post(ALL, { json })
  if (context.json) context.printJson(created)
  else context.print(`Saved view ${created.name}: ${created.savedViewId}`)
}

async function updateView(context: Context, idOrName: string, options: UpdateOptions): Promise<void> {
  const { name, filter, share, unshare } = options
  if (name === undefined && filter === undefined && share === undefined && unshare === undefined)
    throw new Failure('There is nothing to change.', { hint: 'Pass --name, --filter, --share or --unshare.' })
  if (share !== undefined && unshare === true)
    throw new Failure('--share and --unshare exclude each other.', { hint: 'Pass one of them.' })
  const client = context.client()
  const { savedViewId } = await findView(client, idOrName, await scopeOf(context, options))
  const shared = share === undefined ? undefined : (await findProject(client, share)).id
  const json = {
    name,
    filter: filter === undefined ? undefined : filterOf(filter),
    projectId: unshare === true ? null : shared,
  }
  const changed = await client.patch(ONE, { path: { savedViewId }, json })
  if (context.json) context.printJson(changed)
  else context.print(`Changed view ${changed.name}.`)
}

/** Filters as the command line writes them, `name=value` each. */
function filterOf(written: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    written.map((text) => {
      const [, name, value] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? []
      if (name === undefined || value === undefined)
        throw new Failure(`${JSON.stringify(text)} is not a filter.`, {
          hint: 'Write name=value, for instance status=FAILED.',
        })
      return [name, value]
    }),
  )
}

async function deleteView(context: Context, idOrName: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const { savedViewId, name } = await findView(client, idOrName, await scopeOf(context, options))
  await confirm(context, `Delete view ${name}?`, options.yes)
  await client.delete(ONE, { path: { savedViewId } })
  if (context.json) context.printJson({ savedViewId, deleted: true })
  else context.print(`Deleted view ${name}.`)
}
