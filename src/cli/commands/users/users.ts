import type { Command } from 'commander'
import { findUser } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { addAccounts } from './accounts.ts'

interface ConfirmedOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

interface RequireOptions extends CommonOptions {
  readonly off?: boolean | undefined
}

const LIST = '/v1/users'
type ListOptions = CommonOptions & SortedBy<typeof LIST>

/** Adds `headrace users`. */
export function addUsers(program: Command, terminal: Terminal): void {
  const users = program.command('users').description('Manages users and how they sign in')

  withJson(users.command('list', { isDefault: true }))
    .description('Lists the users')
    .addOption(sortOption<typeof LIST>('createdAt', 'name'))
    .addHelpText('after', examples(['headrace users']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listUsers(context, options)))

  addAccounts(users, terminal)

  withJson(users.command('invite').argument('<user>', 'id, user name or display name'))
    .description('Prints a link with which a user sets a password; it works once, for three days')
    .addHelpText('after', examples(['headrace users invite ada@example.com']))
    .action((user: string, options: CommonOptions) =>
      perform(terminal, options, (context) => inviteUser(context, user)),
    )

  withJson(users.command('withdraw-invitation').argument('<user>', 'id, user name or display name'))
    .description('Revokes the link of a user')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace users withdraw-invitation ada@example.com']))
    .action((user: string, options: ConfirmedOptions) =>
      perform(terminal, options, (context) => withdrawInvitation(context, user, options)),
    )

  withJson(users.command('unlink').argument('<user>', 'id, user name or display name'))
    .description('Unlinks a user whose subject at an identity provider has changed; sessions end')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace users unlink ada@example.com']))
    .action((user: string, options: ConfirmedOptions) =>
      perform(terminal, options, (context) => unlinkUser(context, user, options)),
    )

  addSecondFactor(users, terminal)
}

/** Adds what concerns the second factor of users. */
function addSecondFactor(users: Command, terminal: Terminal): void {
  withJson(users.command('require-second-factor').argument('<user>', 'id, user name or display name'))
    .description('Requires a user to set up an authenticator app at the next sign-in with a password')
    .option('--off', 'no longer require it')
    .addHelpText('after', examples(['headrace users require-second-factor ada@example.com']))
    .action((user: string, options: RequireOptions) =>
      perform(terminal, options, (context) => requireSecondFactor(context, user, options)),
    )

  withJson(users.command('reset-second-factor').argument('<user>', 'id, user name or display name'))
    .description('Removes the second factor of a user who lost app and recovery codes; sessions end')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace users reset-second-factor ada@example.com']))
    .action((user: string, options: ConfirmedOptions) =>
      perform(terminal, options, (context) => resetSecondFactor(context, user, options)),
    )
}

async function requireSecondFactor(
  context: Context,
  idOrName: string,
  { off }: RequireOptions,
): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  const path = '/v1/users/{id}/second-factor'
  const changed = await client.patch(path, { path: { id }, json: { required: off !== true } })
  if (context.json) return context.printJson(changed)
  const required = changed.required ? 'needs' : 'does not need'
  context.print(`${name} ${required} a second factor to sign in with a password.`)
}

async function resetSecondFactor(
  context: Context,
  idOrName: string,
  { yes }: ConfirmedOptions,
): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  await confirm(context, `Remove the second factor of ${name}, and end the sessions?`, yes)
  await client.delete('/v1/users/{id}/second-factor', { path: { id } })
  if (context.json) return context.printJson({ id })
  context.print(`Removed the second factor of ${name}.`)
}

async function listUsers(context: Context, { sort }: ListOptions): Promise<void> {
  context.printTable(
    await context.client().all(LIST, { query: { sort } }),
    [
      { title: 'name', value: (user) => user.name, whole: true },
      { title: 'role', value: (user) => user.accountRole },
      { title: 'active', value: (user) => (user.active ? 'yes' : 'no') },
      { title: 'id', value: (user) => user.id, whole: true },
    ],
    'No user exists yet. Create one with `headrace users create NAME`, or over SCIM.',
  )
}

async function inviteUser(context: Context, idOrName: string): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  const created = await client.post('/v1/users/{id}/invitation', { path: { id } })
  if (context.json) return context.printJson(created)
  context.print(`${name} sets a password with this link, once, until ${created.expiresAt}:`)
  context.print(created.invitationUrl)
}

async function withdrawInvitation(
  context: Context,
  idOrName: string,
  { yes }: ConfirmedOptions,
): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  await confirm(context, `Withdraw the invitation of ${name}?`, yes)
  await client.delete('/v1/users/{id}/invitation', { path: { id } })
  if (context.json) return context.printJson({ id })
  context.print(`Withdrew the invitation of ${name}.`)
}

async function unlinkUser(context: Context, idOrName: string, { yes }: ConfirmedOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  const question = `Unlink ${name}? The next sign-in with this user name at an identity provider will be linked to ${name}.`
  await confirm(context, question, yes)
  await client.delete('/v1/users/{id}/identities', { path: { id } })
  if (context.json) return context.printJson({ id })
  context.print(`Unlinked ${name}; the next sign-in through a provider links the user again.`)
}
