import Type, { type Static } from 'typebox'
import { ASK_USER, Question, QuestionAnswer } from '../../assistant/questions.ts'

export const AGENT_NAME = 'data_engineer_agent'
const MAX_MESSAGE_CHARACTERS = 50_000

const Id = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Branch = Type.String({ minLength: 1, maxLength: 250 })
const ToolId = Type.String({ minLength: 1, maxLength: 200, examples: ['call_abc123'] })
const ToolName = Type.String({ minLength: 1, maxLength: 100, examples: ['run_pipeline'] })

export const AgentTaskStatus = Type.Enum(['RUNNING', 'STOPPING', 'STOPPED', 'ERRORED'], {
  description:
    'RUNNING: the agent works, or waits for a decision. STOPPED: it has answered, or was stopped. ERRORED: it failed, see `error`. ' +
    'A new message starts a task that is STOPPED or ERRORED again',
})

export const AgentConfig = Type.Object(
  {
    name: Type.Enum([AGENT_NAME]),
    mode: Type.Enum(['ACT']),
    projectId: Id,
    environmentName: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The environment in which granted tools may act; in every other each call needs a decision',
    }),
    sourceBranchName: Type.String({
      minLength: 1,
      maxLength: 250,
      description: 'The branch that the branch of the task begins at',
    }),
    targetBranchName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        description:
          'The one branch that the task writes to, created if it does not exist. Never the default branch, nor one that is published automatically',
      }),
    ),
    generateBranch: Type.Optional(
      Type.Boolean({ description: 'Instead of a targetBranchName: creates a branch of a new name' }),
    ),
    workingDirectory: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Where new files belong' }),
    ),
    graphId: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Kept as given' })),
  },
  { additionalProperties: false },
)
const GrantedPermission = Type.Object({ toolName: ToolName }, { additionalProperties: false })
const GrantedPermissions = Type.Array(GrantedPermission, {
  maxItems: 20,
  description:
    'Tools that may act in the environment of the task without a decision on each call. Calls in environments of production always need one',
})
const MessageText = Type.String({
  minLength: 1,
  maxLength: MAX_MESSAGE_CHARACTERS,
  pattern: '\\S',
  examples: ['Load the orders of yesterday into a table and count them by country.'],
})

export const NewAgentTask = Type.Object(
  {
    agentConfig: AgentConfig,
    message: MessageText,
    grantedPermissions: Type.Optional(GrantedPermissions),
  },
  {
    additionalProperties: false,
    examples: [
      {
        agentConfig: {
          name: 'data_engineer_agent',
          mode: 'ACT',
          projectId: '3f0c8c0e-5d3a-4b7e-9c61-7a4d0f2b8e19',
          environmentName: 'Development',
          sourceBranchName: 'main',
          targetBranchName: 'orders-by-country',
        },
        message: 'Load the orders of yesterday into a table and count them by country.',
        grantedPermissions: [{ toolName: 'run_pipeline' }],
      },
    ],
  },
)
export const CreatedAgentTask = Type.Object({
  taskId: Id,
  status: AgentTaskStatus,
  agentName: Type.String(),
  createdAt: Instant,
})

export const PendingDecision = Type.Object({
  type: Type.Enum(['tool', ASK_USER], {
    description: 'tool: whether a call is made. ask_user: the agent asks, see `questions`',
  }),
  toolId: ToolId,
  toolName: ToolName,
  toolInput: Type.Unknown({ description: 'Arguments of the call' }),
  permissionMessage: Type.Object({ title: Type.String(), body: Type.String() }),
  questions: Type.Optional(
    Type.Array(Question, { description: 'Of the type ask_user: each needs an answer' }),
  ),
})
export const AgentTaskSummary = Type.Object({
  taskId: Id,
  status: AgentTaskStatus,
  description: Type.String({ description: 'The beginning of its first message' }),
  createdAt: Instant,
  modifiedAt: Instant,
  agentConfig: AgentConfig,
  branchName: Type.String({ description: 'The branch that the task writes to' }),
  isOwn: Type.Boolean({ description: 'Whether you created it, and so decide and write to it' }),
  error: Type.Optional(Type.String({ description: 'Why it is ERRORED' })),
})
export const AgentTask = Type.Object({
  ...AgentTaskSummary.properties,
  grantedPermissions: Type.Array(GrantedPermission),
  pendingDecisions: Type.Array(PendingDecision),
})
export const AgentTaskList = Type.Object({
  page: Type.Integer({ minimum: 0 }),
  size: Type.Integer({ minimum: 1 }),
  total: Type.Integer({ minimum: 0 }),
  tasks: Type.Array(AgentTaskSummary),
})
export const AgentTaskPath = Type.Object({ taskId: Id })
export const AgentTasksQuery = Type.Object({
  projectId: Type.Optional(Id),
  branchId: Type.Optional(Type.String({ ...Branch, description: 'Name of the branch of the task' })),
  status: Type.Optional(AgentTaskStatus),
  page: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 0, description: '0-indexed' }),
  size: Type.Integer({ minimum: 1, default: 20, description: 'Values above 100 are taken as 100' }),
})

export const AgentMessageData = Type.Object({
  type: Type.Enum(['user', 'assistant', 'toolResult', 'notice'], {
    description: 'notice: what Headrace itself says, such as why the task ended',
  }),
  text: Type.String({ description: 'Text, never markup' }),
  toolCalls: Type.Optional(
    Type.Array(Type.Object({ toolId: ToolId, toolName: Type.String(), toolInput: Type.Unknown() })),
  ),
  toolId: Type.Optional(ToolId),
  toolName: Type.Optional(Type.String()),
  isError: Type.Optional(Type.Boolean()),
})
export const AgentMessage = Type.Object({
  data: AgentMessageData,
  groupId: Type.String({ format: 'uuid', description: 'A message of a user and all that follows from it' }),
  timestamp: Instant,
})
export const AgentMessageList = Type.Object({
  results: Type.Array(AgentMessage),
  more: Type.Optional(
    Type.String({ description: 'The paginationToken of the next batch; absent when there is none yet' }),
  ),
  next: Type.String({
    description: 'The paginationToken for what follows the last message that is known; to poll on with',
  }),
})
export const AgentMessagesQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 25 }),
  paginationToken: Type.Optional(
    Type.String({ maxLength: 100, description: '`more` or `next` of an answer' }),
  ),
})
export const NewAgentMessage = Type.Object({ message: MessageText }, { additionalProperties: false })
export const AgentTaskState = Type.Object({ taskId: Id, status: AgentTaskStatus })

const ToolDecision = Type.Object(
  {
    type: Type.Enum(['tool']),
    id: Type.String({ ...ToolId, description: 'The toolId of the pending decision' }),
    approved: Type.Boolean({ description: 'true: this one call is made. false: it is not' }),
    reason: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Told to the agent when the call is not approved' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Of questions, too: not approved, they stay without an answer',
  },
)
const AnswerDecision = Type.Object(
  {
    type: Type.Enum([ASK_USER]),
    id: Type.String({ ...ToolId, description: 'The toolId of the pending decision' }),
    answers: Type.Array(QuestionAnswer, { minItems: 1, maxItems: 4, description: 'One for each question' }),
  },
  { additionalProperties: false },
)
export const AgentDecisions = Type.Object(
  { decisions: Type.Array(Type.Union([ToolDecision, AnswerDecision]), { minItems: 1, maxItems: 100 }) },
  { additionalProperties: false },
)
export const RemainingDecisions = Type.Object({
  pendingDecisions: Type.Array(PendingDecision, { description: 'Decisions that are still pending' }),
})
export const AgentPermissions = Type.Object(
  { grantedPermissions: GrantedPermissions },
  { additionalProperties: false },
)

export type AgentTaskStatus = Static<typeof AgentTaskStatus>
export type AgentConfig = Static<typeof AgentConfig>
export type NewAgentTask = Static<typeof NewAgentTask>
export type CreatedAgentTask = Static<typeof CreatedAgentTask>
export type AgentTask = Static<typeof AgentTask>
export type AgentTaskSummary = Static<typeof AgentTaskSummary>
export type AgentTaskList = Static<typeof AgentTaskList>
export type AgentTasksQuery = Static<typeof AgentTasksQuery>
export type AgentMessageData = Static<typeof AgentMessageData>
export type AgentMessageList = Static<typeof AgentMessageList>
export type AgentMessagesQuery = Static<typeof AgentMessagesQuery>
export type AgentDecisions = Static<typeof AgentDecisions>
export type PendingDecision = Static<typeof PendingDecision>
