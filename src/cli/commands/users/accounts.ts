import type { Command } from 'commander'
import { findUser } from '../../../client/lookup.ts'
import type { Answer } from '../../../client/operations.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

type AccountRole = 'SUPER_ADMIN' | 'USER'
type Roles = Answer<'get', typeof ROLES>

interface CreateOptions extends CommonOptions {
  readonly displayName?: string | undefined
  readonly email?: string | undefined
  readonly invite?: boolean | undefined
}

interface ConfirmedOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

const ALL = '/v1/directory-integration/scim/v2/Users'
const ONE = '/v1/directory-integration/scim/v2/Users/{id}'
const ROLES = '/v1/users/{id}/roles'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const roles: readonly AccountRole[] = ['USER', 'SUPER_ADMIN']

/** Adds the commands that create, change and delete users. */
export function addAccounts(users: Command, terminal: Terminal): void {
  withJson(
    users.command('create').argument('<user-name>', 'with single sign-on: the name that the provider sends'),
  )
    .description('Creates a user without a password: invite the user, or use single sign-on')
    .option('--display-name <name>', 'the name that others see')
    .option('--email <address>', 'email address')
    .option('--invite', 'also print a link with which the user sets a password')
    .addHelpText('after', examples(['headrace users create ada@example.com --display-name "Ada L" --invite']))
    .action((userName: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createUser(context, userName, options)),
    )

  withJson(users.command('set-role').argument('<user>', 'id, user name or display name'))
    .argument('<role>', 'USER or SUPER_ADMIN', oneOf(roles))
    .description('Changes the account role of a user; roles in projects stay')
    .addHelpText('after', examples(['headrace users set-role ada@example.com SUPER_ADMIN']))
    .action((user: string, role: AccountRole, options: CommonOptions) =>
      perform(terminal, options, (context) => setRole(context, user, role)),
    )

  withJson(users.command('activate').argument('<user>', 'id, user name or display name'))
    .description('Lets a user who was deactivated sign in again')
    .addHelpText('after', examples(['headrace users activate ada@example.com']))
    .action((user: string, options: CommonOptions) =>
      perform(terminal, options, (context) => activate(context, user)),
    )

  for (const [command, description, work] of [
    ['deactivate', 'Ends the sessions and tokens of a user, who can no longer sign in', deactivate],
    ['delete', 'Deletes a user; what the user created stays', deleteUser],
  ] as const) {
    withJson(users.command(command).argument('<user>', 'id, user name or display name'))
      .description(description)
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', examples([`headrace users ${command} ada@example.com --yes`]))
      .action((user: string, options: ConfirmedOptions) =>
        perform(terminal, options, (context) => work(context, user, options)),
      )
  }
}

/** The link is a second request: when it fails, the user exists and `invite` can be repeated. */
async function createUser(context: Context, userName: string, options: CreateOptions): Promise<void> {
  const { displayName, email, invite } = options
  const client = context.client()
  const json = {
    schemas: [USER],
    meta: { resourceType: 'User' as const },
    userName,
    active: true,
    ...(displayName !== undefined && { displayName }),
    ...(email !== undefined && { emails: [{ value: email, primary: true }] }),
  }
  const created = await client.post(ALL, { json })
  if (!context.json) context.print(`Created user ${userName}: ${created.id}`)
  const invitation =
    invite === true
      ? await followUp(context, created, () =>
          client.post('/v1/users/{id}/invitation', { path: { id: created.id! } }),
        )
      : undefined
  if (context.json) return context.printJson({ ...created, ...(invitation && { invitation }) })
  if (invitation === undefined) return
  context.print(`${userName} sets a password with this link, once, until ${invitation.expiresAt}:`)
  context.print(invitation.invitationUrl)
}

async function setRole(context: Context, idOrName: string, accountRole: AccountRole): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  const path = { path: { id } }
  const response = await client.send('get', ROLES, path)
  const before = (await response.json()) as Roles
  const changed = await client.put(ROLES, {
    ...path,
    // What somebody else changes meanwhile must not get lost.
    headers: { 'if-match': response.headers.get('etag') ?? '*' },
    json: { ...before, accountRole },
  })
  if (context.json) context.printJson(changed)
  else context.print(`${name} now has the account role ${accountRole}.`)
}

async function setActive(context: Context, id: string, value: boolean): Promise<void> {
  const json = { schemas: [PATCH], Operations: [{ op: 'replace' as const, path: 'active', value }] }
  await context.client().patch(ONE, { path: { id }, json })
}

async function activate(context: Context, idOrName: string): Promise<void> {
  const { id, name } = await findUser(context.client(), idOrName)
  await setActive(context, id, true)
  if (context.json) context.printJson({ id, active: true })
  else context.print(`Activated ${name}.`)
}

async function deactivate(context: Context, idOrName: string, { yes }: ConfirmedOptions): Promise<void> {
  const { id, name } = await findUser(context.client(), idOrName)
  await confirm(context, `Deactivate ${name}, and end the sessions and tokens?`, yes)
  await setActive(context, id, false)
  if (context.json) context.printJson({ id, active: false })
  else context.print(`Deactivated ${name}.`)
}

async function deleteUser(context: Context, idOrName: string, { yes }: ConfirmedOptions): Promise<void> {
  const client = context.client()
  const { id, name } = await findUser(client, idOrName)
  await confirm(context, `Delete user ${name}?`, yes)
  await client.delete(ONE, { path: { id } })
  if (context.json) context.printJson({ id, deleted: true })
  else context.print(`Deleted user ${name}.`)
}
