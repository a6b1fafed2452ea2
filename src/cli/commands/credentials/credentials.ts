import type { Command } from 'commander'
import { findCredential } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { examples, instant, oneOf, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import {
  accesses,
  type EnvironmentAccess,
  environmentAccess,
  type ProjectRole,
  projectRole,
  projectRoles,
  withProjectIds,
} from './grants.ts'

type AccountRole = 'SUPER_ADMIN' | 'USER'

interface CreateOptions extends CommonOptions {
  readonly role: AccountRole
  readonly expires?: string | undefined
  readonly projectRole?: readonly ProjectRole[] | undefined
  readonly environmentAccess?: readonly EnvironmentAccess[] | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

const LIST = '/v1/api-credentials'
type ListOptions = CommonOptions & SortedBy<typeof LIST>

/** Adds `headrace credentials`. */
export function addCredentials(program: Command, terminal: Terminal): void {
  const credentials = program.command('credentials').description('Manages the API credentials of programs')

  withJson(credentials.command('list', { isDefault: true }))
    .description('Lists the credentials; their secrets are never shown')
    .addOption(sortOption<typeof LIST>('createdAt', 'name', 'expiresAt'))
    .addHelpText('after', examples(['headrace credentials']))
    .action((options: ListOptions) =>
      perform(terminal, options, (context) => listCredentials(context, options)),
    )

  withJson(credentials.command('create').argument('<name>'))
    .description('Creates a credential and prints its secret, once')
    .option('--role <role>', 'USER, who is given roles in projects, or SUPER_ADMIN', oneOf(roles), 'USER')
    .option(
      '--project-role <project=role>',
      `its role in a project, ${projectRoles.join(', ')}; may be repeated`,
      projectRole,
    )
    .option(
      '--environment-access <project/environment=access>',
      `its access to an environment, ${accesses.join(', ')}; may be repeated`,
      environmentAccess,
    )
    .option('--expires <time>', 'when it stops working; a date is midnight, local time', instant)
    .addHelpText(
      'after',
      examples([
        'headrace credentials create "Nightly job" --expires 2027-01-01',
        'headrace credentials create Deployment --project-role Sales=CONTRIBUTOR --environment-access Sales/Production=RUNNER',
      ]),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createCredential(context, name, options)),
    )

  withJson(credentials.command('delete').argument('<credential>', 'client id or name'))
    .description('Deletes a credential; its tokens stop working')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace credentials delete "Nightly job" --yes']))
    .action((credential: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteCredential(context, credential, options)),
    )
}

const roles: readonly AccountRole[] = ['USER', 'SUPER_ADMIN']

async function listCredentials(context: Context, { sort }: ListOptions): Promise<void> {
  context.printTable(
    await context.client().all(LIST, { query: { sort } }),
    [
      { title: 'name', value: (one) => one.name, whole: true },
      { title: 'role', value: (one) => one.accountRole },
      { title: 'last used', value: (one) => formatInstant(one.lastUsedAt) },
      { title: 'expires', value: (one) => formatInstant(one.expiresAt) },
      { title: 'client id', value: (one) => one.clientId, whole: true },
    ],
    'There is no API credential yet. Create one with `headrace credentials create NAME`.',
  )
}

async function createCredential(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const json = {
    name,
    accountRole: options.role,
    projectRoles: await withProjectIds(client, options.projectRole),
    environmentAccess: await withProjectIds(client, options.environmentAccess),
    expiresAt: options.expires,
  }
  const created = await client.post('/v1/api-credentials', { json })
  if (context.json) return context.printJson(created)
  context.print(`Created credential ${created.name}.`)
  context.print(`client id:     ${created.clientId}`)
  context.print(`client secret: ${created.clientSecret}`)
  context.note('The secret is not shown again.')
}

async function deleteCredential(context: Context, idOrName: string, { yes }: DeleteOptions): Promise<void> {
  const client = context.client()
  const { clientId, name } = await findCredential(client, idOrName)
  await confirm(context, `Delete credential ${name}?`, yes)
  await client.delete('/v1/api-credentials/{clientId}', { path: { clientId } })
  if (context.json) context.printJson({ clientId, deleted: true })
  else context.print(`Deleted credential ${name}.`)
}
