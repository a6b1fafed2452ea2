import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import type { ArtifactId } from '../../lib/ids.ts'
import { badRequest, conflict, notFound, Problem } from '../../lib/problem.ts'
import { junitXml } from '../../pipeline/tests/junit.ts'
import { failureBesideTests } from '../../pipeline/tests/result.ts'
import { tooManyTests } from '../../pipeline/tests/tests-flow.ts'
import { readTestPaths } from '../artifacts/service.ts'
import type { Executions } from '../executions/service.ts'
import { isTerminal } from '../executions/states.ts'
import { enterProject } from '../projects/access.ts'
import { chosenTests, reportedTest, scopeViolations, shownSummary, shownTests } from './rules.ts'
import type { NewTestExecution, TestExecution, TestExecutionAddress, TestExecutionSummary } from './schema.ts'
import { findTestRun, listTestRuns, readTestSteps, type TestRun } from './store.ts'

/** Use cases of decisions.md §18: tests as executions of the environment's runner. */
export function createTestExecutions(db: Db, executions: Executions) {
  async function find(
    caller: Caller,
    { projectId, testExecutionId }: TestExecutionAddress,
  ): Promise<TestRun> {
    const grant = await enterProject(db, caller, projectId, 'executions:read')
    const found = await findTestRun(db, grant, testExecutionId)
    if (found === undefined) throw notFound('Test execution', testExecutionId)
    return found
  }

  async function get(caller: Caller, address: TestExecutionAddress): Promise<TestExecution> {
    const found = await find(caller, address)
    const steps = await readTestSteps(db, address.testExecutionId)
    return { ...shownSummary(found), tests: shownTests(found, steps) }
  }

  /** Chooses the tests of a version. Throws where there are none. */
  async function select(artifactId: string, wanted: NewTestExecution) {
    const { names, violations } = chosenTests(await readTestPaths(db, artifactId as ArtifactId), wanted)
    if (violations.length > 0) throw badRequest(violations)
    if (names.length === 0)
      throw new Problem('not-found', 'There are no tests: they are files that end in .test.yaml')
    const { scope, scratch, pipelines } = wanted
    // With the scope PIPELINE the runner chooses among these, and then it counts them.
    const excess = scope === 'PIPELINE' ? undefined : tooManyTests(names.length)
    if (excess !== undefined) throw badRequest([`body: ${excess}`])
    return {
      scalarVariables: { scope, ...(scratch !== undefined && { scratch }) },
      gridVariables: {
        tests: names.map((name) => [name]),
        ...(pipelines !== undefined && { pipelines: pipelines.map((name) => [name]) }),
      },
    }
  }

  return {
    get,
    async create(
      caller: Caller,
      projectId: string,
      wanted: NewTestExecution,
      id: string | undefined,
    ): Promise<TestExecution> {
      const { scope, tests, pipelines, scratch, ...run } = wanted
      const choose = (artifactId: string) => select(artifactId, wanted)
      const violations = scopeViolations(wanted)
      if (violations.length > 0) throw badRequest(violations)
      const made = await executions.createTests(caller, projectId, run, choose, id)
      return get(caller, { projectId, testExecutionId: made.pipelineExecutionId })
    },
    async list(
      caller: Caller,
      projectId: string,
      environmentName: string | undefined,
      page: PageRequest,
    ): Promise<Page<TestExecutionSummary>> {
      const grant = await enterProject(db, caller, projectId, 'executions:read')
      const listed = await listTestRuns(db, grant, environmentName, page)
      return { ...listed, results: listed.results.map(shownSummary) }
    },
    /** JUnit's XML. Throws `conflict` before the end. */
    async report(caller: Caller, address: TestExecutionAddress): Promise<string> {
      const found = await get(caller, address)
      const { status, tests } = found
      if (!isTerminal(status)) throw conflict(`The tests have not ended: they are ${status}. Try again later`)
      return junitXml(tests.map(reportedTest), '', failureBesideTests(found))
    },
    /** Throws unless the caller may cancel it. */
    async admitToCancel(caller: Caller, address: TestExecutionAddress): Promise<void> {
      await find(caller, address)
      await executions.admitToCancel(caller, executionOf(address))
    },
    async cancel(
      caller: Caller,
      address: TestExecutionAddress,
      patch: Parameters<Executions['cancel']>[2],
    ): Promise<TestExecution> {
      await find(caller, address)
      await executions.cancel(caller, executionOf(address), patch)
      return get(caller, address)
    },
  }
}

export type TestExecutions = ReturnType<typeof createTestExecutions>

const executionOf = ({ projectId, testExecutionId }: TestExecutionAddress) => ({
  projectId,
  pipelineExecutionId: testExecutionId,
})
