import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { Execution, ExecutionPatch, NewExecution } from '../executions/schema.ts'

/** Wire shapes of decisions.md §18, test executions. */
const MAX_NAMES = 1_000
const Id = Type.String({ format: 'uuid' })
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
  minItems: 1,
  maxItems: MAX_NAMES,
})
const Scope = Type.Enum(['TEST', 'PIPELINE', 'PROJECT'], {
  description:
    'TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them',
})
const Scratch = Type.Enum(['DATABASE', 'SCHEMA'], {
  description:
    'What each test gets on PostgreSQL: a database of its own, or, where the account may create none, only a schema: then ' +
    'a pipeline that names other schemas reads and writes there. On other databases but DuckDB it is always a schema',
})

const { environmentName, versionName, ref, draft, agentId, executionTag } = NewExecution.properties
export const NewTestExecution = Type.Object(
  {
    environmentName,
    scope: Scope,
    tests: Type.Optional({
      ...Names,
      description: 'For scope TEST: paths of the tests without `.test.yaml`',
    }),
    pipelines: Type.Optional({ ...Names, description: 'For scope PIPELINE: names of the pipelines' }),
    versionName,
    ref,
    draft,
    agentId,
    executionTag,
    scratch: Type.Optional(Scratch),
  },
  { additionalProperties: false },
)

const Count = Type.Integer({ minimum: 0 })
const Totals = Type.Object({
  total: Type.Integer({
    minimum: 0,
    description: 'Tests that were chosen; for scope PIPELINE those that have begun, until it ends',
  }),
  passed: Count,
  failed: Count,
  cancelled: Type.Integer({ minimum: 0, description: 'Tests that were stopped or never began' }),
})

const Assertion = Type.Object({
  what: Type.String({ description: 'What was checked' }),
  line: Type.Integer({ description: 'Line of the assertion in the file' }),
  passed: Type.Boolean(),
  expected: Type.String(),
  actual: Type.String(),
})
const Test = Type.Object({
  name: Type.String(),
  file: Type.String(),
  status: Type.Enum(['PENDING', 'RUNNING', 'PASSED', 'FAILED', 'CANCELLED']),
  durationMs: Type.Optional(Count),
  message: Type.Optional(
    Type.String({
      description: 'Why the test could not be completed, or why a run that was expected to fail did so',
    }),
  ),
  assertions: Type.Array(Assertion),
})

const facts = Execution.properties
const Summary = Type.Object({
  testExecutionId: Type.String({
    format: 'uuid',
    description: 'Also the id of a pipeline execution, whose steps are the tests and whose log is theirs',
  }),
  projectId: facts.projectId,
  environmentName: facts.environmentName,
  scope: Scope,
  pipelines: Type.Optional(Type.Array(Type.String())),
  status: facts.status,
  versionName: facts.versionName,
  ref: facts.ref,
  draft: facts.draft,
  commitHash: facts.commitHash,
  user: facts.user,
  agentId: facts.agentId,
  executionTag: facts.executionTag,
  queuedAt: facts.queuedAt,
  startedAt: facts.startedAt,
  finishedAt: facts.finishedAt,
  message: facts.message,
  totals: Totals,
})
export const TestExecution = Type.Object({ ...Summary.properties, tests: Type.Array(Test) })
export const TestExecutionPage = pageOf(Summary)
export const TestExecutionPath = Type.Object({ projectId: Id, testExecutionId: Id })
export const TestExecutionQuery = Type.Object({
  ...PageQuery.properties,
  environmentName: Type.Optional(Type.String()),
})
export const TestExecutionPatch = ExecutionPatch

export type NewTestExecution = Static<typeof NewTestExecution>
export type TestExecution = Static<typeof TestExecution>
export type TestExecutionSummary = Static<typeof Summary>
export type TestExecutionAddress = Static<typeof TestExecutionPath>
export type TestOfExecution = Static<typeof Test>
export type TestTotals = Static<typeof Totals>
