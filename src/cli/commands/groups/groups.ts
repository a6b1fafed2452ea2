import type { Command } from 'commander'
import { findGroup, findUser } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

const ALL = '/v1/directory-integration/scim/v2/Groups'
const ONE = '/v1/directory-integration/scim/v2/Groups/{id}'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const LIST = '/v1/groups'
type ListOptions = CommonOptions & SortedBy<typeof LIST>

/** Adds `headrace groups`. */
export function addGroups(program: Command, terminal: Terminal): void {
  const groups = program.command('groups').description('Manages the groups of users')

  withJson(groups.command('list', { isDefault: true }))
    .description('Lists the groups')
    .addOption(sortOption<typeof LIST>('createdAt', 'name'))
    .addHelpText('after', examples(['headrace groups']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listGroups(context, options)))

  withJson(groups.command('create').argument('<name>'))
    .description('Creates a group')
    .addHelpText('after', examples(['headrace groups create Analysts']))
    .action((name: string, options: CommonOptions) =>
      perform(terminal, options, (context) => createGroup(context, name)),
    )

  for (const [command, op] of [
    ['add', 'add'],
    ['remove', 'remove'],
  ] as const) {
    withJson(groups.command(command).argument('<group>', 'id or name').argument('<user>', 'id or user name'))
      .description(op === 'add' ? 'Adds a user to a group' : 'Removes a user from a group')
      .addHelpText('after', examples([`headrace groups ${command} Analysts ada@example.com`]))
      .action((group: string, user: string, options: CommonOptions) =>
        perform(terminal, options, (context) => changeMember(context, op, group, user)),
      )
  }

  withJson(groups.command('delete').argument('<group>', 'id or name'))
    .description('Deletes a group; its members lose the roles that came from it')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace groups delete Analysts --yes']))
    .action((group: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteGroup(context, group, options)),
    )
}

async function listGroups(context: Context, { sort }: ListOptions): Promise<void> {
  context.printTable(
    await context.client().all(LIST, { query: { sort } }),
    [
      { title: 'name', value: (group) => group.name, whole: true },
      { title: 'role', value: (group) => group.accountRole },
      { title: 'id', value: (group) => group.id, whole: true },
    ],
    'There is no group yet. Create one with `headrace groups create NAME`, or over SCIM.',
  )
}

async function createGroup(context: Context, displayName: string): Promise<void> {
  const json = { schemas: [GROUP], displayName, meta: { resourceType: 'Group' } }
  const created = await context.client().post(ALL, { json })
  if (context.json) context.printJson(created)
  else context.print(`Created group ${displayName}: ${created.id}`)
}

async function changeMember(context: Context, op: 'add' | 'remove', group: string, user: string) {
  const client = context.client()
  const { id, name } = await findGroup(client, group)
  const member = await findUser(client, user)
  const operation =
    op === 'add'
      ? { op, path: 'members', value: [{ value: member.id }] }
      : { op, path: `members[value eq ${JSON.stringify(member.id)}]` }
  await client.patch(ONE, { path: { id }, json: { schemas: [PATCH], Operations: [operation] } })
  if (context.json) return context.printJson({ groupId: id, userId: member.id })
  context.print(op === 'add' ? `Added ${member.name} to ${name}.` : `Removed ${member.name} from ${name}.`)
}

async function deleteGroup(context: Context, idOrName: string, { yes }: DeleteOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findGroup(client, idOrName)
  await confirm(context, `Delete group ${name}?`, yes)
  await client.delete(ONE, { path: { id } })
  if (context.json) context.printJson({ id, deleted: true })
  else context.print(`Deleted group ${name}.`)
}
