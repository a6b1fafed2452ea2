import { closestNames } from '../lib/closest-names.ts'
import { isUuid } from '../lib/ids.ts'
import { oneLine } from '../lib/one-line.ts'
import type { Client } from './client.ts'
import { Failure } from './failure.ts'
import type {
  AlertChannel,
  AlertRule,
  Connector,
  Credential,
  DataTrigger,
  Execution,
  Project,
  Runner,
  SavedView,
  Schedule,
  WebhookTemplate,
} from './resources.ts'
import { nameHint } from './suggestions.ts'

/** The project with this id or name. Throws Failure with suggestions when none matches. */
export async function findProject(client: Client, idOrName: string): Promise<Project> {
  if (isUuid(idOrName)) return client.get('/v1/projects/{projectId}', { path: { projectId: idOrName } })
  return pick('project', await client.all('/v1/projects'), idOrName)
}

/** The runner with this id or name; without one, the only runner there is. */
export async function findRunner(client: Client, idOrName?: string | undefined): Promise<Runner> {
  if (idOrName !== undefined && isUuid(idOrName))
    return client.get('/v1/agents/{agentId}', { path: { agentId: idOrName } })
  const runners = await client.all('/v1/agents')
  if (idOrName !== undefined) return pick('runner', runners, idOrName)
  const [only, another] = runners
  if (only === undefined)
    throw new Failure('No runner exists yet.', { hint: 'Create one with `headrace runners create`.' })
  if (another === undefined) return only
  throw new Failure('Several runners exist.', {
    hint: `Pass --runner with one of: ${runners.map(({ name }) => name).join(', ')}`,
  })
}

interface FoundSchedule {
  readonly schedule: Schedule
  /** The parameters of the paths below this schedule. */
  readonly path: { readonly projectId: string; readonly scheduleId: string }
}

/** The schedule of a project with this id or name. */
export async function findSchedule(
  client: Client,
  project: string,
  idOrName: string,
): Promise<FoundSchedule> {
  const { id: projectId } = await findProject(client, project)
  const schedule = isUuid(idOrName)
    ? await client.get('/v1/projects/{projectId}/schedules/{scheduleId}', {
        path: { projectId, scheduleId: idOrName },
      })
    : pick(
        'schedule',
        await client.all('/v1/projects/{projectId}/schedules', { path: { projectId } }),
        idOrName,
      )
  return { schedule, path: { projectId, scheduleId: schedule.scheduleId } }
}

interface FoundTrigger {
  readonly trigger: DataTrigger
  /** The parameters of the paths below this trigger. */
  readonly path: { readonly projectId: string; readonly triggerId: string }
}

/** The trigger of a project with this id or name. */
export async function findTrigger(client: Client, project: string, idOrName: string): Promise<FoundTrigger> {
  const { id: projectId } = await findProject(client, project)
  const trigger = isUuid(idOrName)
    ? await client.get('/v1/projects/{projectId}/triggers/{triggerId}', {
        path: { projectId, triggerId: idOrName },
      })
    : pick(
        'trigger',
        await client.all('/v1/projects/{projectId}/triggers', { path: { projectId } }),
        idOrName,
      )
  return { trigger, path: { projectId, triggerId: trigger.triggerId } }
}

/** The execution with this id, whatever project it belongs to. */
export async function findExecution(client: Client, id: string): Promise<Execution> {
  const path = { pipelineExecutionId: executionId(id) }
  return client.get('/v1/pipeline-executions/{pipelineExecutionId}', { path })
}

/** `id` when it can be that of an execution; throws Failure otherwise. */
export function executionId(id: string): string {
  if (isUuid(id)) return id
  throw new Failure(`${JSON.stringify(id)} is not an execution id.`, {
    hint: '`headrace executions` lists the ids.',
  })
}

/** The user with this id, user name or display name. Throws Failure when there is none, or more than one. */
export async function findUser(client: Client, idOrName: string): Promise<{ id: string; name: string }> {
  const path = '/v1/directory-integration/scim/v2/Users'
  const wanted = JSON.stringify(idOrName)
  const filter = isUuid(idOrName) ? `id eq ${wanted}` : `userName eq ${wanted} or displayName eq ${wanted}`
  const { Resources } = await client.get(path, { query: { filter, attributes: 'userName' } })
  const [found, another] = Resources
  if (found?.id === undefined)
    throw new Failure(`No user ${wanted}.`, { hint: await userHint(client, idOrName) })
  if (another !== undefined)
    throw new Failure(`Several users are named ${wanted}; use the user name or the id.`, {
      hint: oneLine(`Their user names: ${Resources.map(({ userName }) => userName).join(', ')}`),
    })
  return { id: found.id, name: found.userName ?? found.id }
}

async function userHint(client: Client, wanted: string): Promise<string> {
  const known = (await client.all('/v1/users').catch(() => [])).map(({ name }) => name)
  const [first] = closestNames(wanted, known)
  return first === undefined ? '`headrace users` lists them.' : nameHint('user', wanted, known)
}

/** The webhook template with this id or name. */
export async function findWebhookTemplate(client: Client, idOrName: string): Promise<WebhookTemplate> {
  if (isUuid(idOrName))
    return client.get('/v1/webhook-templates/{webhookTemplateId}', { path: { webhookTemplateId: idOrName } })
  return pick('webhook template', await client.all('/v1/webhook-templates'), idOrName)
}

/** The alert channel with this id, or with this name in the project; without one, of the installation. */
export async function findAlertChannel(
  client: Client,
  idOrName: string,
  projectId: string | undefined,
): Promise<AlertChannel> {
  if (isUuid(idOrName))
    return client.get('/v1/alert-channels/{alertChannelId}', { path: { alertChannelId: idOrName } })
  const all = await client.all('/v1/alert-channels', { query: { projectId } })
  return pick('alert channel', ownedBy(all, projectId), idOrName)
}

/** The alert rule with this id, or with this name in the project; without one, of the installation. */
export async function findAlertRule(
  client: Client,
  idOrName: string,
  projectId: string | undefined,
): Promise<AlertRule> {
  if (isUuid(idOrName))
    return client.get('/v1/alert-rules/{alertRuleId}', { path: { alertRuleId: idOrName } })
  const all = await client.all('/v1/alert-rules', { query: { projectId } })
  return pick('alert rule', ownedBy(all, projectId), idOrName)
}

/** Those of a project, or without one of the installation: a list without a project has all of them. */
const ownedBy = <T extends { readonly projectId?: string | undefined }>(
  all: readonly T[],
  projectId: string | undefined,
): T[] => all.filter((one) => one.projectId === projectId)

/**
 * The saved view with this id, or with this name: one of the caller's, or shared in the project. The caller's
 * own comes before a shared one of the same name.
 */
export async function findView(
  client: Client,
  idOrName: string,
  {
    list,
    projectId,
  }: { readonly list?: SavedView['list'] | undefined; readonly projectId?: string | undefined },
): Promise<SavedView> {
  if (isUuid(idOrName))
    return client.get('/v1/saved-views/{savedViewId}', { path: { savedViewId: idOrName } })
  const all = await client.all('/v1/saved-views', { query: { list, projectId } })
  const own = all.filter(({ isOwn, name }) => isOwn && name.toLowerCase() === idOrName.toLowerCase())
  return pick('saved view', own.length > 0 ? own : all, idOrName)
}

/** The custom connector with this id or name. */
export async function findConnector(client: Client, idOrName: string): Promise<Connector> {
  if (isUuid(idOrName))
    return client.get('/v1/custom-connectors/{connectorId}', { path: { connectorId: idOrName } })
  return pick('connector', await client.all('/v1/custom-connectors'), idOrName)
}

/** The API credential with this client id or name. */
export async function findCredential(client: Client, idOrName: string): Promise<Credential> {
  const all = await client.all('/v1/api-credentials')
  return all.find(({ clientId }) => clientId === idOrName) ?? pick('credential', all, idOrName)
}

/** The group with this id or name. */
export async function findGroup(client: Client, idOrName: string): Promise<{ id: string; name: string }> {
  const all = await client.all('/v1/groups')
  return all.find(({ id }) => id === idOrName) ?? pick('group', all, idOrName)
}

function pick<T extends { readonly name: string }>(noun: string, all: readonly T[], name: string): T {
  const exact = all.filter((item) => item.name === name)
  const found =
    exact.length > 0 ? exact : all.filter((item) => item.name.toLowerCase() === name.toLowerCase())
  const [only, another] = found
  if (only !== undefined && another === undefined) return only
  if (only !== undefined) throw new Failure(`Several ${noun}s are named ${name}; use the id.`)
  const names = all.map((item) => item.name)
  throw new Failure(`No ${noun} ${JSON.stringify(name)} that you have access to.`, {
    hint: nameHint(noun, name, names),
  })
}

const MAX_SHOWN_ASSETS = 5

/**
 * The id of an asset, by itself or by a name that only one has. Throws Failure with others that have it in
 * their names.
 */
export async function findAssetId(client: Client, named: string): Promise<string> {
  if (isUuid(named)) return named
  const similar = await client.all('/v1/assets', { query: { search: named } })
  const found = similar.filter(({ name }) => name === named)
  if (found.length === 1) return found[0]!.assetId
  const shown = (found.length > 0 ? found : similar)
    .slice(0, MAX_SHOWN_ASSETS)
    .map(({ name, namespace, assetId }) => oneLine(`${assetId}  ${namespace}  ${name}`))
    .join('\n')
  if (found.length > 0) throw new Failure(`Several assets are named "${named}"; use an id:`, { hint: shown })
  throw new Failure(`There is no asset named "${named}".`, {
    hint: similar.length > 0 ? `Similar names:\n${shown}` : 'List them with: headrace assets',
  })
}
