import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { CommonOptions, Context } from '../../terminal/context.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { showConversation } from './conversation.ts'

export interface CreateOptions extends CommonOptions {
  readonly project: string
  readonly environment: string
  readonly from?: string | undefined
  readonly branch?: string | undefined
  readonly directory?: string | undefined
  readonly grant?: readonly string[] | undefined
  readonly follow?: boolean | undefined
}

/** Creates a task; with `follow`, shows its messages. */
export async function createTask(context: Context, message: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const { environment: environmentName, branch, directory: workingDirectory, grant = [] } = options
  const created = await client.post('/v1/ai/agents/tasks', {
    json: {
      agentConfig: {
        name: 'data_engineer_agent',
        mode: 'ACT',
        projectId,
        environmentName,
        sourceBranchName: options.from ?? (await defaultBranch(client, projectId)),
        ...(branch === undefined ? { generateBranch: true } : { targetBranchName: branch }),
        ...(workingDirectory !== undefined && { workingDirectory }),
      },
      message,
      grantedPermissions: grant.map((toolName) => ({ toolName })),
    },
  })
  if (options.follow) return followUp(context, created, () => showConversation(context, created.taskId, true))
  if (context.json) return context.printJson(created)
  context.print(`Created task ${created.taskId}`)
  context.note(`Follow it: ${context.command('agent-tasks', 'messages', created.taskId, '--follow')}`)
}

async function defaultBranch(client: Client, projectId: string): Promise<string> {
  const branches = await client.all('/v1/projects/{projectId}/repositories/branches', { path: { projectId } })
  const found = branches.find(({ isDefault }) => isDefault)
  if (found === undefined)
    throw new Failure('The repository has no default branch.', {
      hint: 'Pass --from with the branch to begin at.',
    })
  return found.name
}

/** Sends a message to a task that does not run; with `follow`, shows what it answers. */
export async function sendMessage(
  context: Context,
  taskId: string,
  message: string,
  follow = false,
): Promise<void> {
  const path = '/v1/ai/agents/tasks/{taskId}/messages'
  const state = await context.client().post(path, { path: { taskId }, json: { message } })
  if (follow) return showConversation(context, taskId, true)
  if (context.json) context.printJson(state)
  else context.print('The agent is working on it.')
}
