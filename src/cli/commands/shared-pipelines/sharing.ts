import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Answer } from '../../../client/operations.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface SharingOptions extends CommonOptions {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
  readonly allProjects?: boolean | undefined
  readonly yes?: boolean | undefined
}

type Sharing = Answer<'get', '/v1/shared-pipelines/sharing'>

const path = '/v1/shared-pipelines/sharing'

/** Adds `headrace shared-pipelines sharing`. */
export function addSharing(shared: Command, terminal: Terminal): void {
  withJson(shared.command('sharing').argument('<set>', 'prefix of the set'))
    .description('Shows which projects may run a set, or changes it')
    .option('--add <project>', 'share it with this project too, by id or name; may be repeated', collect)
    .option('--remove <project>', 'stop sharing it with this project; may be repeated', collect)
    .option('--all-projects', 'share it with all projects, those of the future included')
    .option('--no-all-projects', 'share it with the named projects only')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples([
        'headrace shared-pipelines sharing etl-core',
        'headrace shared-pipelines sharing etl-core --add Shop --remove Old',
      ]),
    )
    .action((set: string, options: SharingOptions) =>
      perform(terminal, options, (context) => share(context, set, options)),
    )
}

async function share(context: Context, set: string, options: SharingOptions): Promise<void> {
  const client = context.client()
  const query = { sharedPipelineIdPrefix: set }
  const response = await client.send('get', path, { query })
  const now = (await response.json()) as Sharing
  const { add, remove, allProjects } = options
  if ((add ?? remove ?? allProjects) === undefined) return show(context, set, now)
  const [added, removed] = [await idsOf(context, add), await idsOf(context, remove)]
  const notShared = removed.find((id) => !now.projectIds.includes(id))
  if (notShared !== undefined)
    throw new Failure(`${set} is not shared with ${remove![removed.indexOf(notShared)]}.`, {
      hint: now.allProjects ? 'It is shared with all projects: pass --no-all-projects.' : undefined,
    })
  const json = {
    projectId: now.projectId,
    allProjects: allProjects ?? now.allProjects,
    projectIds: [...new Set([...now.projectIds, ...added])].filter((id) => !removed.includes(id)),
  }
  if (removed.length > 0 || (now.allProjects && !json.allProjects))
    await confirm(
      context,
      `Share ${set} with fewer projects? Pipelines of those that may no longer run it fail at their next run.`,
      options.yes,
    )
  // What somebody else changes meanwhile must not get lost.
  const headers = { 'if-match': response.headers.get('etag') ?? '*' }
  await show(context, set, await client.put(path, { query, headers, json }))
}

const idsOf = (context: Context, names: readonly string[] = []): Promise<string[]> =>
  Promise.all(names.map(async (name) => (await findProject(context.client(), name)).id))

async function show(context: Context, set: string, sharing: Sharing): Promise<void> {
  if (context.json) return context.printJson(sharing)
  const names = new Map(
    (await context.client().all('/v1/projects', {})).map(({ id, name }) => [id, name] as const),
  )
  // A project that the user cannot see stays as it is, under its id.
  const nameOf = (id: string) => names.get(id) ?? id
  context.print(`Owner: ${sharing.projectId === null ? 'the installation' : nameOf(sharing.projectId)}`)
  const others = sharing.projectIds.map(nameOf).toSorted()
  if (sharing.allProjects) context.print(`All projects may run ${set}.`)
  else if (others.length === 0) context.print(`No other projects may run ${set}.`)
  else context.print(`These may run ${set} too: ${others.join(', ')}`)
}
