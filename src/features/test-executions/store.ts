import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { TEST_STEP, TESTS_PIPELINE } from '../../pipeline/tests/tests-flow.ts'
import type { WireExecuted } from '../../protocol/step-outcome.ts'
import { executionJson } from '../executions/access.ts'
import type { Execution } from '../executions/schema.ts'
import { inVisibleEnvironment } from '../permissions/access-sql.ts'
import type { Grant } from '../projects/access.ts'

type Result = 'RUNNING' | 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'CANCELLED'

/** A test execution as executions keep it: what was chosen is what its caller gave. */
export interface TestRun {
  readonly execution: Execution
  readonly scalars: { readonly scope: 'TEST' | 'PIPELINE' | 'PROJECT' }
  readonly grids: { readonly tests: readonly string[][]; readonly pipelines?: readonly string[][] }
  /** How many of its tests have which result. */
  readonly counts: Partial<Readonly<Record<Result, number>>>
}

/** A test that has begun. */
export interface TestStep {
  readonly name: string
  readonly result: Result
  readonly message: string | null
  readonly executed: WireExecuted | undefined
}

/** Its id is that of an execution, and the index of pipelines has it. */
const isTests = sql`x.pipeline_name = ${TESTS_PIPELINE} and x.parent_id is null`

const runJson = sql`
  ${executionJson} as execution, x.scalar_variables as scalars, x.grid_variables as grids,
  (select coalesce(jsonb_object_agg(c.result, c.count), '{}')
     from (select s.result, count(*) as count from step s
            where s.execution_id = x.id and s.type = ${TEST_STEP} group by s.result) c) as counts`

/** Undefined when the project has none of this id, or the caller may not see its environment. */
export async function findTestRun(db: Db, grant: Grant, id: string): Promise<TestRun | undefined> {
  const { rows } = await sql<TestRun>`
    select ${runJson} from execution x
     where x.id = ${id} and x.project_id = ${grant.projectId} and ${isTests}
       and ${inVisibleEnvironment('x.environment_id', grant)}`.execute(db)
  return rows[0]
}

/** Newest first. */
export async function listTestRuns(
  db: Db,
  grant: Grant,
  environmentName: string | undefined,
  page: PageRequest,
): Promise<Page<TestRun>> {
  const matching = sql`
    x.project_id = ${grant.projectId} and ${isTests} and ${inVisibleEnvironment('x.environment_id', grant)}
    and (${environmentName ?? null}::text is null or x.environment_name = ${environmentName ?? null})`
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from execution x where ${matching}`.execute(db)
  const { rows } = await sql<TestRun>`
    select ${runJson} from execution x where ${matching}
     order by x.id desc offset ${page.offset}::bigint limit ${page.size}`.execute(db)
  return { page: page.page, results: rows, size: page.size, total: counted.rows[0]!.total }
}

/** The tests of an execution that have begun, with what each recorded. */
export async function readTestSteps(db: Db, executionId: string): Promise<readonly TestStep[]> {
  const rows = await db
    .selectFrom('step')
    .select(['name', 'result', 'message', 'executed'])
    .where('execution_id', '=', executionId)
    .where('type', '=', TEST_STEP)
    .orderBy('name')
    .execute()
  return rows.map(({ executed, ...step }) => ({
    ...step,
    result: step.result as Result,
    executed: executed === null ? undefined : (JSON.parse(executed) as WireExecuted),
  }))
}
