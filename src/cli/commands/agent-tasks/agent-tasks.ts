import { type Command, Option } from 'commander'
import { findProject } from '../../../client/lookup.ts'
import type { AgentTask } from '../../../client/resources.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { collect, examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type AnswerOptions, answer } from './answers.ts'
import { showConversation } from './conversation.ts'
import { type CreateOptions, createTask, sendMessage } from './create.ts'
import { type DecideOptions, decide, permit } from './decisions.ts'
import { printTask } from './task-text.ts'

interface ListOptions extends CommonOptions {
  readonly project?: string | undefined
  readonly branch?: string | undefined
  readonly status?: AgentTask['status'] | undefined
}

interface FollowOptions extends CommonOptions {
  readonly follow?: boolean | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

const ALL = '/v1/ai/agents/tasks'
const ONE = '/v1/ai/agents/tasks/{taskId}'
const PAGE_SIZE = 100
const statuses: readonly AgentTask['status'][] = ['RUNNING', 'STOPPING', 'STOPPED', 'ERRORED']

/** Adds `headrace agent-tasks`. */
export function addAgentTasks(program: Command, terminal: Terminal): void {
  const tasks = program
    .command('agent-tasks')
    .description('Lets an AI agent work on a branch, and decide what it may run')
  addCreate(tasks, terminal)
  addConversation(tasks, terminal)
  addDecisions(tasks, terminal)
  addAdministration(tasks, terminal)
}

function addCreate(tasks: Command, terminal: Terminal): void {
  withJson(tasks.command('create').argument('<message>', 'what the agent is to do'))
    .description('Gives the agent of the installation a task; it acts with your rights, on one branch')
    .requiredOption('-p, --project <project>', 'project (id or name)')
    .requiredOption('-e, --environment <environment>', 'environment in which it may ask to run')
    .option('--from <branch>', 'branch that it begins at; the default branch if omitted')
    .option('--branch <branch>', 'branch that it writes to, created if needed; a new one if omitted')
    .option('--directory <folder>', 'folder in which new files belong')
    .option(
      '--grant <tool>',
      'tool that it may use in the environment without asking; may be repeated',
      collect,
    )
    .option('--follow', 'show its messages until it has answered or waits for a decision')
    .addHelpText(
      'after',
      examples([
        'headrace agent-tasks create "Count the orders of yesterday by country" -p Demo -e Development --follow',
        'headrace agent-tasks create "Fix the nightly load" -p Demo -e Development --grant run_pipeline',
      ]),
    )
    .action((message: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createTask(context, message, options)),
    )
}

function addConversation(tasks: Command, terminal: Terminal): void {
  withJson(tasks.command('messages').argument('<task>', 'id'))
    .description('Shows the messages of a task and the calls that wait for a decision')
    .option('--follow', 'continue until it has answered or waits for a decision')
    .addHelpText('after', examples(['headrace agent-tasks messages 0195b1c2-… --follow']))
    .action((task: string, { follow = false, ...options }: FollowOptions) =>
      perform(terminal, options, (context) => showConversation(context, task, follow)),
    )

  withJson(tasks.command('send').argument('<task>', 'id').argument('<message>'))
    .description('Sends a message to a task that has answered, was stopped or failed, which starts it again')
    .option('--follow', 'show its messages until it has answered or waits for a decision')
    .addHelpText('after', examples(['headrace agent-tasks send 0195b1c2-… "Also count by city" --follow']))
    .action((task: string, message: string, options: FollowOptions) =>
      perform(terminal, options, (context) => sendMessage(context, task, message, options.follow)),
    )
}

function addDecisions(tasks: Command, terminal: Terminal): void {
  const withCalls = (name: string) =>
    withJson(
      tasks.command(name).argument('<task>', 'id').argument('[calls...]', 'ids of calls; all if omitted'),
    )

  withJson(
    tasks
      .command('answer')
      .argument('<task>', 'id')
      .argument('<answers...>', 'one for each question, in their order'),
  )
    .description(
      'Answers what the agent asks: with the number or text of an option (several with commas), or in your words',
    )
    .option('--call <id>', 'which questions, where the agent asked several times')
    .addHelpText(
      'after',
      examples([
        'headrace agent-tasks answer 0195b1c2-… 2',
        'headrace agent-tasks answer 0195b1c2-… 1,3 "From May on"',
      ]),
    )
    .action((task: string, answers: string[], options: AnswerOptions) =>
      perform(terminal, options, (context) => answer(context, task, answers, options)),
    )

  withCalls('approve')
    .description('Lets the agent make calls that wait for your decision; each is shown first')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace agent-tasks approve 0195b1c2-… call_abc123']))
    .action((task: string, calls: string[], options: DecideOptions) =>
      perform(terminal, options, (context) => decide(context, task, calls, { ...options, approved: true })),
    )

  withCalls('reject')
    .description('Rejects calls that wait for your decision, and questions where they are named')
    .option('--reason <text>', 'passed on to the agent')
    .addHelpText('after', examples(['headrace agent-tasks reject 0195b1c2-… --reason "Not before noon"']))
    .action((task: string, calls: string[], options: DecideOptions) =>
      perform(terminal, options, (context) => decide(context, task, calls, { ...options, approved: false })),
    )

  withJson(tasks.command('permit').argument('<task>', 'id').argument('[tools...]', 'all that it may use'))
    .description(
      'Replaces the tools that may act in the environment of the task without a decision on each call',
    )
    .addHelpText('after', examples(['headrace agent-tasks permit 0195b1c2-… run_pipeline rerun_execution']))
    .action((task: string, tools: string[], options: CommonOptions) =>
      perform(terminal, options, (context) => permit(context, task, tools)),
    )
}

function addAdministration(tasks: Command, terminal: Terminal): void {
  withJson(tasks.command('list', { isDefault: true }))
    .description('Lists your tasks, newest first; administrators of a project see all of its tasks')
    .option('-p, --project <project>', 'only tasks of this project (id or name)')
    .option('--branch <branch>', 'only tasks that write to this branch')
    .addOption(new Option('--status <status>', `one of ${statuses.join(', ')}`).argParser(oneOf(statuses)))
    .addHelpText('after', examples(['headrace agent-tasks --project Demo --status running']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listTasks(context, options)))

  withJson(tasks.command('show').argument('<task>', 'id'))
    .description('Shows a task with its permissions and pending decisions')
    .addHelpText('after', examples(['headrace agent-tasks show 0195b1c2-…']))
    .action((taskId: string, options: CommonOptions) =>
      perform(terminal, options, async (context) =>
        printTask(context, await context.client().get(ONE, { path: { taskId } })),
      ),
    )

  withJson(tasks.command('stop').argument('<task>', 'id'))
    .description('Stops a task when its running call has ended')
    .addHelpText('after', examples(['headrace agent-tasks stop 0195b1c2-…']))
    .action((taskId: string, options: CommonOptions) =>
      perform(terminal, options, (context) => stopTask(context, taskId)),
    )

  withJson(tasks.command('delete').argument('<task>', 'id'))
    .description('Deletes a task that does not run, with its messages; its branch stays')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace agent-tasks delete 0195b1c2-… --yes']))
    .action((taskId: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteTask(context, taskId, options)),
    )
}

async function listTasks(context: Context, { project, branch, status }: ListOptions): Promise<void> {
  const client = context.client()
  const projectId = project === undefined ? undefined : (await findProject(client, project)).id
  const tasks = []
  for (let page = 0; ; page++) {
    const query = { projectId, branchId: branch, status, page, size: PAGE_SIZE }
    const answer = await client.get(ALL, { query })
    tasks.push(...answer.tasks)
    if (answer.tasks.length === 0 || tasks.length >= answer.total) break
  }
  context.printTable(
    tasks,
    [
      { title: 'id', value: (task) => task.taskId, whole: true },
      { title: 'status', value: (task) => task.status },
      { title: 'changed', value: (task) => formatInstant(task.modifiedAt) },
      { title: 'branch', value: (task) => task.branchName },
      { title: 'task', value: (task) => task.description },
    ],
    'There is no agent task yet. Create one with `headrace agent-tasks create MESSAGE -p PROJECT -e ENVIRONMENT`.',
  )
}

async function stopTask(context: Context, taskId: string): Promise<void> {
  const state = await context.client().post(`${ONE}/stop`, { path: { taskId } })
  if (context.json) context.printJson(state)
  else
    context.print(
      state.status === 'STOPPING' ? 'It stops when its running call has ended.' : `It is ${state.status}.`,
    )
}

async function deleteTask(context: Context, taskId: string, { yes }: DeleteOptions): Promise<void> {
  const client = context.client()
  const { description } = await client.get(ONE, { path: { taskId } })
  await confirm(context, `Delete the task "${description}" and its messages?`, yes)
  await client.delete(ONE, { path: { taskId } })
  if (context.json) context.printJson({ taskId, deleted: true })
  else context.print('Deleted the task.')
}
