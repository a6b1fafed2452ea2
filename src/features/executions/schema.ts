import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { StepGate } from './gate-schema.ts'
import { executionStates, liveStates } from './states.ts'

/** Wire shapes of decisions.md §8 and of the specification's "Pipeline execution step". */
export const ExecutionStatus = Type.Enum(executionStates)
export const Trigger = Type.Enum([
  'API',
  'SCHEDULE',
  'SCHEDULE_RUN_NOW',
  'TRIGGER',
  'TRIGGER_RUN_NOW',
  'DESIGNER',
])
const Id = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 1_000 })

const MAX_VARIABLES = 1_000
const MAX_TEXT_CHARACTERS = 1_000_000
export const ScalarVariables = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: MAX_TEXT_CHARACTERS }), Type.Number()]),
  { maxProperties: MAX_VARIABLES },
)
export const GridVariables = Type.Record(Type.String(), Type.Array(Type.Array(Type.String())), {
  maxProperties: MAX_VARIABLES,
  description: 'Rows of cells, in the order of the columns',
})
/** Grids may be larger than other bodies (decisions.md §4). */
export const MAX_EXECUTION_BODY_BYTES = 16 * 1024 * 1024

export const NewExecution = Type.Object(
  {
    pipelineName: Name,
    environmentName: Type.String({ minLength: 1, maxLength: 255 }),
    versionName: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The newest by default' }),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        description:
          'Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs ' +
          'published versions only (`allowUnpublishedRuns`)',
      }),
    ),
    draft: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        description:
          "Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`",
      }),
    ),
    fromComponentName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'For a `ref` or `draft`: only this component of the orchestration and what follows from it. Links from ' +
          'components outside count as fired',
      }),
    ),
    onlyComponentName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'For a `ref` or `draft`: only this component of the orchestration, with what it repeats',
      }),
    ),
    agentId: Type.Optional(
      Type.String({ format: 'uuid', description: "The environment's default by default" }),
    ),
    executionTag: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'At most one live execution per tag and environment',
      }),
    ),
    scalarVariables: Type.Optional(ScalarVariables),
    gridVariables: Type.Optional(GridVariables),
  },
  {
    additionalProperties: false,
    examples: [
      { pipelineName: 'load-orders.orch.yaml', environmentName: 'Production', executionTag: 'orders-2026' },
    ],
  },
)

const REPLACED_VALUES =
  'Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the ' +
  "variable's own value counts"

export const NewRerun = Type.Object(
  {
    from: Type.Enum(['START', 'FAILED_STEP'], {
      description:
        'START: run everything again, with the current project variables. FAILED_STEP: keep what succeeded with the ' +
        'variables of that time, and run what failed or never ran',
    }),
    versionName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Another version to run, from START only; that of the execution by default',
      }),
    ),
    scalarVariables: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ maxLength: MAX_TEXT_CHARACTERS }), Type.Number(), Type.Null()]),
        { maxProperties: MAX_VARIABLES, description: REPLACED_VALUES },
      ),
    ),
    gridVariables: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Array(Type.Array(Type.String())), Type.Null()]), {
        maxProperties: MAX_VARIABLES,
        description: REPLACED_VALUES,
      }),
    ),
  },
  { additionalProperties: false },
)

/** A variable with the value that an execution started with. */
export const ExecutionVariable = Type.Object({
  name: Type.String(),
  type: Type.Enum(['TEXT', 'NUMBER', 'GRID']),
  behaviour: Type.Enum(['SHARED', 'COPIED']),
  value: Type.Union([Type.String(), Type.Number(), Type.Array(Type.Array(Type.String()))]),
  columns: Type.Optional(Type.Array(Type.String())),
  source: Type.Enum(['PROJECT_VARIABLE', 'ENVIRONMENT_OVERRIDE', 'PIPELINE_VARIABLE', 'CALLER'], {
    description: 'Where the value comes from',
  }),
})

export const Execution = Type.Object({
  pipelineExecutionId: Id,
  projectId: Id,
  environmentName: Type.String(),
  pipelineName: Type.String(),
  pipelineType: Type.Enum(['ORCHESTRATION', 'TRANSFORMATION']),
  versionName: Type.String({ description: 'For unpublished runs, a label instead of a version name' }),
  ref: Type.Optional(Type.String({ description: 'For unpublished runs, the branch, tag or commit' })),
  draft: Type.Optional(Type.String({ description: 'For unpublished runs, the branch whose draft was run' })),
  commitHash: Type.Optional(
    Type.String({ description: 'For unpublished runs, the commit, or the one that the draft is based on' }),
  ),
  fromComponentName: Type.Optional(
    Type.String({ description: 'The component that it began with, when it ran a part of the pipeline' }),
  ),
  onlyComponentName: Type.Optional(
    Type.String({ description: 'The component that it ran alone, when it ran a part of the pipeline' }),
  ),
  status: ExecutionStatus,
  trigger: Trigger,
  user: Type.String(),
  message: Type.Optional(Type.String()),
  executionTag: Type.Optional(Type.String()),
  scheduleId: Type.Optional(Id),
  triggerId: Type.Optional(Id),
  agentId: Id,
  queuedAt: Instant,
  startedAt: Type.Optional(Instant),
  finishedAt: Type.Optional(Instant),
  parentPipelineExecutionId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The execution whose step runs this one' }),
  ),
  rerunOf: Type.Optional(Type.String({ format: 'uuid', description: 'The execution that this one reruns' })),
  variables: Type.Optional(
    Type.Array(ExecutionVariable, {
      description:
        'The variables that it started with, once it has started; not in lists. Secrets are masked',
    }),
  ),
})
export const ExecutionStatusAnswer = Type.Object({ pipelineExecutionId: Id, status: ExecutionStatus })
export const ExecutionPatch = Type.Object(
  {
    status: Type.Literal('CANCELLED'),
    forceUpdate: Type.Optional(Type.Boolean({ description: 'Do not wait for running components' })),
  },
  { additionalProperties: false },
)

const PART_OF_NAME = 'A part of the name, without regard to case'
/** What lists and cancellations filter by alike. */
const executionFilter = {
  scheduleId: Type.Optional(Id),
  agentId: Type.Optional(Id),
  startedAfter: Type.Optional(Instant),
  startedBefore: Type.Optional(Instant),
  queuedAfter: Type.Optional(Instant),
  queuedBefore: Type.Optional(Instant),
  unpublished: Type.Optional(
    Type.Boolean({ description: 'Runs of branches, commits and drafts, or those of published versions' }),
  ),
  timeFrame: Type.Optional(
    Type.String({ description: 'Queued within this ISO 8601 duration before now, for instance PT1H or P7D' }),
  ),
}

const LiveStatus = Type.Enum(liveStates)
/**
 * Matches what a list of the project with the same filter shows and is live; without any member, all of it. A
 * name that is empty is refused, since it would match everything.
 */
export const NewCancellations = Type.Object(
  {
    pipelineName: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: PART_OF_NAME })),
    environmentName: Type.Optional(Name),
    status: Type.Optional(
      Type.Union([LiveStatus, Type.Array(LiveStatus, { minItems: 1 })], {
        description: 'One or more; CANCELLING executions end with `forceUpdate` only',
      }),
    ),
    ...executionFilter,
    forceUpdate: Type.Optional(Type.Boolean({ description: 'Do not wait for running components' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5_000,
        description: '5,000 by default, of each state the oldest first',
      }),
    ),
  },
  { additionalProperties: false },
)
export const Cancellations = Type.Object({
  cancelled: Type.Integer({ description: 'Executions that ended at once' }),
  cancelling: Type.Integer({ description: 'Executions that end when their runners have stopped them' }),
  more: Type.Boolean({ description: 'Whether more may match: repeat the request' }),
})

const MAX_COUNTED = 10_000
export const ExecutionQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 25, description: 'Values above 100 count as 100' }),
  paginationToken: Type.Optional(Type.String({ description: '`more` of the previous page' })),
  projectId: Type.Optional(Id),
  pipelineName: Type.Optional(Type.String({ description: PART_OF_NAME })),
  environmentName: Type.Optional(Type.String()),
  status: Type.Optional(
    Type.Array(Type.Enum([...executionStates, 'UNKNOWN']), {
      description: 'One or more, repeated or separated by commas; UNKNOWN matches nothing',
    }),
  ),
  countUpTo: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_COUNTED,
      description: 'Also answers `count`, however long the list: counting ends at this number',
    }),
  ),
  ...executionFilter,
  sort: sortBy(['queuedAt'], '-queuedAt'),
})
/** Executions page by cursor; `more` is absent on the last page. */
export const ExecutionList = Type.Object({
  results: Type.Array(Execution),
  more: Type.Optional(Type.String({ description: 'Send it as `paginationToken` for the next page' })),
  count: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'With `countUpTo`: executions on all pages, and no more than that; there may be more when it is equal',
    }),
  ),
})

/** A value that a step assigned to a variable. */
export const StepVariableChange = Type.Object({
  name: Type.String(),
  value: Type.Union([Type.String(), Type.Number(), Type.Array(Type.Array(Type.String()))]),
  iteration: Type.Optional(
    Type.Integer({ description: 'For an iterator, the iteration that starts with this value' }),
  ),
  shortened: Type.Optional(
    Type.Boolean({ description: 'true: only the beginning of a long value is shown' }),
  ),
})

export const StepResult = Type.Enum(['SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED', 'RUNNING'])
export const Step = Type.Object({
  id: Type.String(),
  key: Type.String({
    description:
      "Unique in the execution and the same in its reruns: the component's name, then what is around it from the " +
      'outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\\`, `#`, `[` and ' +
      '`]` of the name are escaped with `\\`',
  }),
  name: Type.String(),
  result: StepResult,
  childPipeline: Type.Optional(
    Type.Object(
      { id: Id, name: Type.String() },
      { description: 'Only for steps that ran another pipeline; `id` is itself a pipelineExecutionId' },
    ),
  ),
  type: Type.String(),
  startedAt: Instant,
  finishedAt: Type.Optional(Instant),
  message: Type.Optional(Type.String()),
  rowCount: Type.Optional(Type.Integer()),
  byteCount: Type.Optional(
    Type.Integer({
      description:
        'The bytes of files, requests and answers that it read or wrote; absent where the component does not count them',
    }),
  ),
  attempt: Type.Integer(),
  iteration: Type.Optional(Type.Integer()),
  reused: Type.Optional(
    Type.Boolean({
      description: 'true: it ran at these times in the execution that this one reruns',
    }),
  ),
  variableChanges: Type.Optional(
    Type.Array(StepVariableChange, {
      description: 'Variables that it changed, in order. Secrets are masked, long lists and values cut short',
    }),
  ),
  moreVariableChanges: Type.Optional(Type.Boolean({ description: 'true: there were more changes' })),
  gates: Type.Optional(
    Type.Array(StepGate, { description: 'Results of its gates, in order; absent if none was checked' }),
  ),
})
export const StepPage = pageOf(Step)

const Kept = {
  characters: Type.Optional(
    Type.Integer({ description: 'Length of the whole value. Present if only its beginning is returned' }),
  ),
}
/** A step with what it was executed with (decisions.md §8). */
export const StepDetails = Type.Object({
  ...Step.properties,
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.Unknown({ description: "As in the pipeline's file, with variables replaced" }),
      resolved: Type.Optional(
        Type.Boolean({ description: 'true: variables were replaced in it; otherwise it is as in the file' }),
      ),
      ...Kept,
    }),
    { description: 'Secrets are masked. Parameters that the run did not reach are as in the file' },
  ),
  statements: Type.Array(Type.Object({ text: Type.String(), ...Kept }), {
    description:
      'What its database was given to execute, in order, secrets masked; not what carries rows. At most 50',
  }),
  moreStatements: Type.Optional(Type.Integer({ description: 'Statements beyond those' })),
})
export const StepDetailsQuery = Type.Object({
  full: Type.Boolean({
    default: false,
    description: 'Values as far as they were kept, up to 64,000 characters each; otherwise their first 4,000',
  }),
})

export const ExecutionPath = Type.Object({ pipelineExecutionId: Id })
export const ProjectExecutionPath = Type.Object({ projectId: Id, pipelineExecutionId: Id })
export const StepPath = Type.Object({
  projectId: Id,
  pipelineExecutionId: Id,
  stepId: Type.String({ minLength: 1, maxLength: 100, description: '`id` of a step' }),
})
/** Below a project, or by its id alone. */
export interface ExecutionAddress extends Static<typeof ExecutionPath> {
  readonly projectId?: string
}
export const LogQuery = Type.Object({
  follow: Type.Boolean({
    default: false,
    description: 'Stream as server-sent events until the execution ends',
  }),
})

export type NewExecution = Static<typeof NewExecution>
export type NewRerun = Static<typeof NewRerun>
export type NewCancellations = Static<typeof NewCancellations>
export type Execution = Static<typeof Execution>
export type ExecutionVariable = Static<typeof ExecutionVariable>
export type ExecutionStatus = Static<typeof ExecutionStatus>
export type ExecutionQuery = Static<typeof ExecutionQuery>
export type ExecutionList = Static<typeof ExecutionList>
export type ExecutionPatch = Static<typeof ExecutionPatch>
export type Step = Static<typeof Step>
export type StepDetails = Static<typeof StepDetails>
export type StepAddress = Static<typeof StepPath>
export type StepVariableChange = Static<typeof StepVariableChange>
export type Trigger = Static<typeof Trigger>
