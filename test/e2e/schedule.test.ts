import { expect, test } from 'vitest'
import type { Execution } from '../../src/features/executions/schema.ts'
import { aPublishedProject, waitFor } from '../support/platform.ts'
import { usePlatform } from '../support/use-platform.ts'

const platform = usePlatform()

const pipeline = `type: "orchestration"
version: "1.0"
pipeline:
  components:
    Start:
      type: "start"
      transitions:
        unconditional:
          - "Show"
    Show:
      type: "print-variables"
      parameters:
        componentName: "Show"
        variablesToPrint:
          - "due"
  variables:
    due:
      metadata:
        type: "TEXT"
        scope: "SHARED"
        visibility: "PUBLIC"
      defaultValue: "never"
`

test('a schedule runs a pipeline on a runner and passes it the due time', async () => {
  const { client } = platform
  const project = await aPublishedProject(client, { 'Main.orch.yaml': pipeline })
  const all = `/v1/projects/${project.projectId}/schedules`
  const { scheduleId } = await client.call<{ scheduleId: string }>('POST', all, {
    json: {
      pipeline: { pipelineName: 'Main', environmentName: 'Development', dueTimeVariable: 'due' },
      schedule: { name: 'Each second', cronExpression: '* * * * * ?' },
    },
  })
  const execution = await waitFor('an execution of the schedule to succeed', async () => {
    const query = { scheduleId, status: 'SUCCESS' }
    const { results } = await client.get<{ results: Execution[] }>('/v1/pipeline-executions', query)
    return results[0]
  })
  await client.call('PATCH', `${all}/${scheduleId}`, { json: { scheduleEnabled: false } })
  expect(execution).toMatchObject({ trigger: 'SCHEDULE', user: 'Each second', versionName: '1' })
  const log = await client.send('GET', `/v1/pipeline-executions/${execution.pipelineExecutionId}/logs`)
  expect(await log.text()).toMatch(/due.*\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z/)
})
