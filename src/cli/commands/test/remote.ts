import type { operations } from '../../../../openapi/types.generated.ts'
import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findProject, findRunner } from '../../../client/lookup.ts'
import { isTerminal } from '../../../features/executions/states.ts'
import { failureBesideTests, type TestResult } from '../../../pipeline/tests/result.ts'
import type { Context } from '../../terminal/context.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { exitCodes } from '../validate/sources.ts'

/** Options of tests that a server runs. */
export interface RemoteOptions {
  readonly project?: string | undefined
  readonly environment?: string | undefined
  readonly version?: string | undefined
  readonly ref?: string | undefined
  readonly draft?: string | undefined
  readonly runner?: string | undefined
  readonly pipeline?: readonly string[] | undefined
  readonly filter?: readonly string[] | undefined
  readonly scratch?: 'database' | 'schema' | undefined
}

type TestExecution = operations['getTestExecution']['responses'][200]['content']['application/json']

const POLL_MS = 500

/** How tests ended, and what failed beside them. */
export interface TestOutcome {
  readonly results: readonly TestResult[]
  readonly failure?: string | undefined
}

/**
 * Runs tests on the runner of an environment, and answers each as a run without a server does; `print` gets
 * each when it has ended. When `interrupted` aborts, it cancels them and waits for their end.
 */
export async function runRemote(
  context: Context,
  options: RemoteOptions,
  print: (result: TestResult) => void,
  interrupted: AbortSignal,
): Promise<TestOutcome> {
  const client = context.client()
  const { project: named, environment } = options
  if (named === undefined || environment === undefined)
    throw new Failure('Tests on a server need --project and --environment.', {
      exitCode: exitCodes.notChecked,
    })
  const { id: projectId } = await findProject(client, named)
  const json = await bodyOf(client, environment, options)
  const { testExecutionId } = await client.post('/v1/projects/{projectId}/test-executions', {
    path: { projectId },
    json,
  })
  context.note(`Test execution ${testExecutionId}`)
  const found = await followUp(context, { testExecutionId }, () =>
    untilEnd(context, client, { projectId, testExecutionId }, print, interrupted),
  )
  return { results: found.tests.map(resultOf), failure: failureBesideTests(found) }
}

async function bodyOf(client: Client, environmentName: string, options: RemoteOptions) {
  const { filter: tests, pipeline: pipelines, runner, scratch } = options
  if (tests !== undefined && pipelines !== undefined)
    throw new Failure('Pass --filter or --pipeline, not both.', { exitCode: exitCodes.notChecked })
  const scope = tests !== undefined ? 'TEST' : pipelines !== undefined ? 'PIPELINE' : 'PROJECT'
  return {
    environmentName,
    scope: scope as 'TEST' | 'PIPELINE' | 'PROJECT',
    tests: tests && [...tests],
    pipelines: pipelines && [...pipelines],
    versionName: options.version,
    ref: options.ref,
    draft: options.draft,
    agentId: runner === undefined ? undefined : (await findRunner(client, runner)).agentId,
    scratch: scratch === 'schema' ? ('SCHEMA' as const) : undefined,
  }
}

interface Address extends Readonly<Record<string, string>> {
  readonly projectId: string
  readonly testExecutionId: string
}

async function untilEnd(
  context: Context,
  client: Client,
  path: Address,
  print: (result: TestResult) => void,
  interrupted: AbortSignal,
): Promise<TestExecution> {
  const address = '/v1/projects/{projectId}/test-executions/{testExecutionId}'
  const watching = context.watchingClient()
  const shown = new Set<string>()
  let isCancelled = false
  for (;;) {
    const found = await watching.get(address, { path })
    const hasEnded = isTerminal(found.status)
    for (const test of found.tests) {
      if (shown.has(test.name) || (!hasEnded && ['PENDING', 'RUNNING'].includes(test.status))) continue
      shown.add(test.name)
      print(resultOf(test))
    }
    if (hasEnded) return found
    if (interrupted.aborted && !isCancelled) {
      isCancelled = true
      await client.patch(address, { path, json: { status: 'CANCELLED' } })
    }
    await context.terminal.wait(POLL_MS)
  }
}

const resultOf = ({ status, durationMs = 0, message, ...test }: TestExecution['tests'][number]) =>
  ({
    ...test,
    status: status === 'PASSED' || status === 'FAILED' ? status : 'CANCELLED',
    durationMs,
    message,
    log: [],
  }) satisfies TestResult
