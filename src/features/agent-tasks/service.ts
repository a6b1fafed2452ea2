import { assertMayWriteTo, writableBranch } from '../../assistant/grants.ts'
import type { Call } from '../../assistant/tool.ts'
import type { Client } from '../../client/client.ts'
import { Failure } from '../../client/failure.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { isUuid, newId } from '../../lib/ids.ts'
import { badRequest, conflict, notFound, Problem, type ProblemKind } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject, missing } from '../projects/access.ts'
import { applyDecision, decisionFaults, pendingDecision, readWaiting } from './decisions.ts'
import type {
  AgentConfig,
  AgentDecisions,
  AgentMessageList,
  AgentMessagesQuery,
  AgentTask,
  AgentTaskList,
  AgentTaskStatus,
  AgentTaskSummary,
  AgentTasksQuery,
  CreatedAgentTask,
  NewAgentTask,
} from './schema.ts'
import * as store from './store.ts'
import { grantableTools } from './toolbox.ts'
import { noModel } from './turn.ts'

const MAX_DESCRIPTION_CHARACTERS = 200
const MAX_PAGE_SIZE = 100

export interface AgentTasksDependencies {
  readonly db: Db
  readonly hasModel: boolean
  /** The API with the rights of a caller. */
  readonly clientOf: (caller: Caller, details: object) => Client
}

type State = { taskId: string; status: AgentTaskStatus }

/** Tasks of AI agents. A task is its creator's; administrators of its project see, stop and delete it too. */
export function createAgentTasks({ db, hasModel, clientOf }: AgentTasksDependencies) {
  /**
   * Before a body is validated: throws unless the caller may create tasks in the project, or in any where
   * none is named.
   */
  async function admit(caller: Caller, projectId: unknown): Promise<void> {
    if (caller.accountRole === 'SUPER_ADMIN') return
    if (typeof projectId === 'string' && isUuid(projectId))
      await enterProject(db, caller, projectId, 'repository:push')
    else if (!(await store.mayPushSomewhere(db, caller.principalId))) throw missing('repository:push')
  }

  async function create(caller: Caller, wanted: NewAgentTask): Promise<CreatedAgentTask> {
    const { agentConfig, message, grantedPermissions = [] } = wanted
    const { projectId, environmentName } = agentConfig
    await enterProject(db, caller, projectId, 'repository:push')
    const faults = [...branchFaults(agentConfig), ...grantFaults(grantedPermissions)]
    if (faults.length > 0) throw badRequest(faults)
    await enterEnvironment(db, caller, projectId, environmentName, {
      project: 'environments:read',
      environment: 'environment:read',
    })
    if (!hasModel) throw conflict(noModel)
    const id = newId()
    const branch = await openBranch(clientOf(caller, { agentTask: id }), agentConfig, id)
    const { status, createdAt } = await db.transaction().execute(async (tx) => {
      await store.insertTask(tx, caller, {
        id,
        groupId: newId(),
        description: message.trim().slice(0, MAX_DESCRIPTION_CHARACTERS),
        config: agentConfig,
        branch,
        granted: namesOf(grantedPermissions),
        message,
      })
      return (await store.findTask(tx, id))! // as it began: once it is visible it may have ended
    })
    return { taskId: id, status, agentName: agentConfig.name, createdAt: createdAt.toISOString() }
  }

  /** The task, for its creator or, where that is enough, an administrator of its project. */
  async function enter(tx: Db, caller: Caller, id: string, need: 'creator' | 'administrator', how?: 'lock') {
    const task = await store.findTask(tx, id, how)
    if (task === undefined) throw notFound('Agent task', id)
    const isCreator = task.principalId === caller.principalId
    const hide = (error: unknown) => {
      throw error instanceof Problem ? notFound('Agent task', id) : error
    }
    const permission = isCreator ? 'project:read' : 'project:write'
    await enterProject(tx, caller, task.projectId, permission).catch(hide)
    if (!isCreator && need === 'creator')
      throw new Problem(
        'forbidden',
        'Only the creator of an agent task may do this: it acts with the rights of its creator',
      )
    return task
  }

  async function list(caller: Caller, query: AgentTasksQuery): Promise<AgentTaskList> {
    const { projectId, branchId, status, page } = query
    const size = Math.min(query.size, MAX_PAGE_SIZE)
    const ofProject = projectId === undefined ? undefined : await administered(caller, projectId)
    const filter = { ofProject, caller, projectId, branch: branchId, status }
    const { rows, total } = await store.listTasks(db, filter, { size, offset: page * size })
    return { page, size, total, tasks: rows.map((task) => summaryOf(caller, task)) }
  }

  /** The project when the caller administers it. Throws where the caller may not see it. */
  async function administered(caller: Caller, projectId: string): Promise<string | undefined> {
    const { role } = await enterProject(db, caller, projectId, 'project:read')
    return role === 'ADMIN' ? projectId : undefined
  }

  async function get(caller: Caller, id: string): Promise<AgentTask> {
    const task = await enter(db, caller, id, 'administrator')
    const pendingDecisions = (await readWaiting(db, id)).map(pendingDecision)
    return {
      ...summaryOf(caller, task),
      grantedPermissions: task.granted.map((toolName) => ({ toolName })),
      pendingDecisions,
    }
  }

  async function messages(caller: Caller, id: string, query: AgentMessagesQuery): Promise<AgentMessageList> {
    await enter(db, caller, id, 'administrator')
    const after = query.paginationToken === undefined ? '0' : readToken(query.paginationToken)
    const rows = await store.readMessages(db, id, after, query.limit + 1)
    const shown = rows.slice(0, query.limit)
    const next = tokenAfter(shown.at(-1)?.seq ?? after)
    const results = shown.map(({ data, groupId, createdAt }) => ({
      data,
      groupId,
      timestamp: createdAt.toISOString(),
    }))
    return { results, next, ...(rows.length > query.limit && { more: next }) }
  }

  async function send(caller: Caller, id: string, message: string): Promise<State> {
    await enter(db, caller, id, 'creator')
    if (!hasModel) throw conflict(noModel)
    return db.transaction().execute(async (tx) => {
      // Before the task, in the order in which creates lock them.
      await store.admitRunning(tx, caller.principalId)
      const task = await enter(tx, caller, id, 'creator', 'lock')
      if (task.status === 'RUNNING' || task.status === 'STOPPING')
        throw conflict(
          `The task is ${task.status}; wait until it has answered, decide what is pending, or stop it first`,
        )
      const groupId = newId()
      await store.appendMessage(tx, id, groupId, { type: 'user', text: message })
      await store.wakeTask(tx, id, { status: 'RUNNING', groupId })
      return { taskId: id, status: 'RUNNING' as const }
    })
  }

  async function decide(caller: Caller, id: string, { decisions }: AgentDecisions) {
    return db.transaction().execute(async (tx) => {
      const task = await enter(tx, caller, id, 'creator', 'lock')
      const waiting = await readWaiting(tx, id)
      const faults = decisionFaults(waiting, decisions)
      if (faults.length > 0) throw badRequest(faults)
      for (const decision of decisions) await applyDecision(tx, task, waiting, decision)
      if (task.status === 'RUNNING') await store.wakeTask(tx, id, { status: 'RUNNING' })
      return { pendingDecisions: (await readWaiting(tx, id)).map(pendingDecision) }
    })
  }

  async function permit(
    caller: Caller,
    id: string,
    granted: readonly { readonly toolName: string }[],
  ): Promise<AgentTask> {
    await db.transaction().execute(async (tx) => {
      await enter(tx, caller, id, 'creator', 'lock')
      const faults = grantFaults(granted)
      if (faults.length > 0) throw badRequest(faults)
      await store.setGranted(tx, id, namesOf(granted))
    })
    return get(caller, id)
  }

  async function stop(caller: Caller, id: string): Promise<State> {
    return db.transaction().execute(async (tx) => {
      const task = await enter(tx, caller, id, 'administrator', 'lock')
      if (task.status !== 'RUNNING') return { taskId: id, status: task.status }
      await store.wakeTask(tx, id, { status: 'STOPPING' })
      return { taskId: id, status: 'STOPPING' as const }
    })
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const task = await enter(tx, caller, id, 'administrator', 'lock')
      if (task.status === 'RUNNING' || task.status === 'STOPPING')
        throw conflict(`The task is ${task.status}; stop it, and delete it when it is STOPPED`)
      await store.deleteTask(tx, id)
    })
  }

  return { admit, create, list, get, messages, send, decide, permit, stop, remove }
}

export type AgentTasks = ReturnType<typeof createAgentTasks>

const summaryOf = (caller: Caller, task: store.TaskRow): AgentTaskSummary => ({
  taskId: task.id,
  status: task.status,
  description: task.description,
  createdAt: task.createdAt.toISOString(),
  modifiedAt: task.modifiedAt.toISOString(),
  agentConfig: task.config,
  branchName: task.branch,
  isOwn: task.principalId === caller.principalId,
  ...(task.error !== null && { error: task.error }),
})

const namesOf = (granted: readonly { readonly toolName: string }[]) => [
  ...new Set(granted.map(({ toolName }) => toolName)),
]

const grantFaults = (granted: readonly { readonly toolName: string }[]): string[] =>
  granted.flatMap(({ toolName }, index) =>
    grantableTools.includes(toolName)
      ? []
      : [
          `body/grantedPermissions/${index}/toolName is not a tool that needs a permission; these do: ${grantableTools.join(', ')}`,
        ],
  )

function branchFaults({ targetBranchName, generateBranch }: AgentConfig): string[] {
  if ((targetBranchName === undefined) !== (generateBranch === true))
    return ['body/agentConfig must have either targetBranchName or generateBranch: true']
  return []
}

/** The branch of a task, created where it does not exist. Throws where the task may not write to it. */
async function openBranch(client: Client, config: AgentConfig, taskId: string): Promise<string> {
  const { projectId, sourceBranchName, targetBranchName } = config
  const name = targetBranchName ?? `agent/${taskId.slice(-12)}`
  const none = 'Name another targetBranchName, or pass generateBranch: true.'
  const grants = {
    readOnly: false,
    publish: false,
    production: false,
    howToAllow: { publish: none, production: none },
  }
  const call: Call = { client, grants, signal: new AbortController().signal, progress: async () => undefined }
  const path = { projectId }
  const create = () =>
    client.post('/v1/projects/{projectId}/repositories/branches', {
      path,
      json: { name, from: sourceBranchName },
    })
  try {
    // Before it is created: a branch may be published automatically from its first commit on.
    await assertMayWriteTo(call, projectId, name)
    if (targetBranchName === undefined || !(await exists(client, projectId, name))) await create()
    return (await writableBranch(call, projectId, name)).name
  } catch (error) {
    throw error instanceof Failure ? problemOf(error) : error
  }
}

async function exists(client: Client, projectId: string, branchName: string): Promise<boolean> {
  try {
    await client.get('/v1/projects/{projectId}/repositories/branches/{branchName}', {
      path: { projectId, branchName },
    })
    return true
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return false
    throw error
  }
}

const kinds: Readonly<Record<number, ProblemKind>> = { 403: 'forbidden', 404: 'not-found', 409: 'conflict' }

/** What the API answered, as the answer of the operation that asked it. */
function problemOf({ status, message, hint, violations }: Failure): Problem {
  if (status === 400) return badRequest(violations.length > 0 ? [...violations] : [message])
  const kind = status === undefined ? 'conflict' : kinds[status]
  const isOwn = status === undefined && hint !== undefined
  if (kind !== undefined) return new Problem(kind, isOwn ? `${message} ${hint}` : message)
  throw new Error(`The branch could not be opened: ${status} ${message}`)
}

const tokenAfter = (seq: string): string => Buffer.from(`after ${seq}`).toString('base64url')

function readToken(token: string): string {
  const seq = /^after (\d{1,18})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[1]
  if (seq === undefined) throw badRequest(['query/paginationToken is not from an earlier response'])
  return seq
}
