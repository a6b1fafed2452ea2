import { isProtected } from '../../assistant/grants.ts'
import { ASK_USER, askUser } from '../../assistant/questions.ts'
import { answerText, type Call, invalidInput, type Tool } from '../../assistant/tool.ts'
import { toolsFor } from '../../assistant/tools.ts'
import type { Client } from '../../client/client.ts'
import { Failure, failureLines } from '../../client/failure.ts'
import { findExecution, findProject } from '../../client/lookup.ts'
import { questionsIn, questionsText } from './questions.ts'
import type { TaskRow } from './store.ts'

/** Tasks have one project and one branch, and both are given. */
const withheld = new Set(['create_branch', 'list_projects'])
const MAX_SHOWN_INPUT_CHARACTERS = 2_000

/** The tools that an agent is offered, by name. */
export const agentTools: ReadonlyMap<string, Tool> = new Map(
  [...toolsFor({ readOnly: false, publish: true }), askUser]
    .filter(({ name }) => !withheld.has(name))
    .map((tool) => [tool.name, tool]),
)

/** Tools that need a permission: those that act beyond the branch. */
export const grantableTools: readonly string[] = [...agentTools.values()]
  .filter(({ effect }) => effect === 'acts')
  .map(({ name }) => name)

type Task = Pick<TaskRow, 'projectId' | 'branch' | 'config' | 'granted'>
type Input = Readonly<Record<string, unknown>>

/** What a person is asked before a call is made, or in its place; undefined when it may be made. */
export async function permissionFor(
  task: Task,
  client: Client,
  toolName: string,
  text: string,
): Promise<{ title: string; body: string } | undefined> {
  const tool = agentTools.get(toolName)
  const input = parsedInput(text)
  if (toolName === ASK_USER) return questionOf(input)
  if (tool?.effect !== 'acts' || input === undefined || invalidInput(tool, input).length > 0) return undefined
  const environmentName = await environmentOf(client, input)
  const isGranted = task.granted.includes(toolName) && environmentName === task.config.environmentName
  if (isGranted && !(await isProduction(client, task.projectId, environmentName))) return undefined
  return {
    title: tool.title,
    body: `The agent asks to call ${toolName} in the environment ${environmentName ?? 'unknown'} with ${shown(input)}`,
  }
}

/** What cannot be asked is not: the call then fails with what is wrong with it. */
function questionOf(input: Input | undefined): { title: string; body: string } | undefined {
  const questions = questionsIn(input)
  return questions === undefined ? undefined : { title: askUser.title, body: questionsText(questions) }
}

const shown = (input: Input): string => JSON.stringify(input).slice(0, MAX_SHOWN_INPUT_CHARACTERS)

/** The environment that a call acts in; undefined where none can be found. */
async function environmentOf(client: Client, { environment, execution }: Input): Promise<string | undefined> {
  if (typeof environment === 'string') return environment
  if (typeof execution !== 'string') return undefined
  return findExecution(client, execution).then(
    (found) => found.environmentName,
    () => undefined,
  )
}

async function isProduction(client: Client, projectId: string, environmentName: string): Promise<boolean> {
  const path = { projectId, environmentName }
  return client
    .get('/v1/projects/{projectId}/environments/{environmentName}', { path })
    .then(isProtected, () => true)
}

export interface ToolResult {
  readonly text: string
  readonly isError: boolean
}

/** Makes a call. Whatever the model or a person can mend is a result in words, marked as an error. */
export async function callTool(
  task: Task,
  {
    toolName,
    input: text,
    approved,
  }: { readonly toolName: string; readonly input: string; readonly approved: boolean },
  { client, signal }: Pick<Call, 'client' | 'signal'>,
): Promise<ToolResult> {
  const tool = agentTools.get(toolName)
  if (tool === undefined) return failed(`There is no tool ${JSON.stringify(toolName)}.`)
  const input = parsedInput(text)
  if (input === undefined) return failed('The arguments are not a JSON object.')
  const faults = invalidInput(tool, input)
  if (faults.length > 0) return failed(`The arguments do not fit the tool:\n${faults.join('\n')}`)
  try {
    const confined = await confine(task, client, toolName, input)
    const grants = { readOnly: false, publish: false, production: approved, howToAllow }
    const result = await tool.run(confined as never, {
      client,
      grants,
      signal,
      progress: async () => undefined,
    })
    return { text: answerText(result), isError: false }
  } catch (error) {
    if (error instanceof Failure) return failed(failureLines(error).join('\n'))
    if (signal.aborted)
      return failed('The task was stopped during this call. Look at what became of it before you repeat it.')
    throw error
  }
}

const howToAllow = {
  publish: 'An agent task writes to its own branch only.',
  production: 'The user has to decide on this call.',
}

const failed = (text: string): ToolResult => ({ text, isError: true })

/** The input within the project and the branch of the task. Throws Failure for what is outside of them. */
async function confine(
  { projectId, branch }: Task,
  client: Client,
  toolName: string,
  input: Input,
): Promise<Input> {
  const { project, execution, branch: written } = input
  if (typeof project === 'string' && (await findProject(client, project)).id !== projectId)
    throw new Failure('The task is about another project.', { hint: `Its project is ${projectId}.` })
  if (typeof execution === 'string' && (await findExecution(client, execution)).projectId !== projectId)
    throw new Failure('The execution is of another project.', {
      hint: `The project of the task is ${projectId}.`,
    })
  if (toolName === 'commit_files' && written !== branch)
    throw new Failure(`The task writes to the branch ${branch} only; nothing was written.`)
  return toolName === 'list_executions' ? { ...input, project: projectId } : input
}

function parsedInput(text: string): Input | undefined {
  try {
    const input: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Input) : undefined
  } catch {
    return undefined
  }
}
