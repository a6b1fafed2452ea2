import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../cli/testing/loopback-api.ts'
import { createClient } from '../client/client.ts'
import { failureTools } from './failures.ts'
import type { Call } from './tool.ts'

const [projectId, id] = ['0195b1c2-0000-7000-8000-000000000001', '0195b1c2-0000-7000-8000-000000000002']
const steps = `/v1/projects/${projectId}/pipeline-executions/${id}/steps`

/** What the tool says of an execution with these results of steps, and how many pages of them it read. */
async function explained(results: readonly string[]) {
  const all = results.map((result, at) => ({ id: `${id}-${at}`, name: `Step ${at}`, result }))
  const details = all.map((step): [string, Answer] => [
    `GET ${steps}/${step.id}`,
    (_, response) => json(response, 200, { ...step, parameters: [], statements: [] }),
  ])
  await using api = await startApi({
    [`GET /v1/pipeline-executions/${id}`]: (_, response) =>
      json(response, 200, { pipelineExecutionId: id, projectId, pipelineName: 'load', status: 'FAILED' }),
    [`GET ${steps}`]: paged(all),
    [`GET /v1/pipeline-executions/${id}/logs`]: (_, response) => void response.end(),
    ...Object.fromEntries(details),
  })
  const tools = { now: Date.now, wait: async () => {}, keepToken: () => {} }
  const client = createClient({ url: api.url, ...credential }, tools)
  const [tool] = failureTools
  const said = (await tool!.run({ execution: id } as never, { client } as Call)) as {
    failedSteps: readonly { id: string }[]
    moreFailedSteps: readonly { id: string }[]
  }
  const pages = api.requests.filter(({ path }) => path.startsWith(`${steps}?`)).length
  return { shown: said.failedSteps.map((one) => one.id), more: said.moreFailedSteps.length, pages }
}

test('a step that failed is found on whatever page it is', async () => {
  const results = Array.from({ length: 250 }, (_, at) => (at === 249 ? 'FAILED' : 'SUCCESS'))
  expect(await explained(results)).toEqual({ shown: [`${id}-249`], more: 0, pages: 3 })
})

test('when very many steps failed, only the pages that hold the named ones are read', async () => {
  const results = Array<string>(250).fill('FAILED')
  expect(await explained(results)).toEqual({
    shown: [0, 1, 2].map((at) => `${id}-${at}`),
    more: 20,
    pages: 1,
  })
})
