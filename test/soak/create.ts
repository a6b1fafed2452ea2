import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from '../support/fleet.ts'

/** What a client waits for an answer: one that was lost on its way never comes. */
const ANSWER_MS = 15_000

/** Creates one execution, again and again with one key until it is answered; answers its id. */
export async function createUntilAnswered(fleet: Fleet, pipelineName: string): Promise<string> {
  const path = `/v1/projects/${fleet.projectId}/pipeline-executions`
  const json = { pipelineName, environmentName: 'Development' }
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const made = fleet.client
      .call<{ pipelineExecutionId: string }>('POST', path, { json, headers })
      .catch(() => undefined)
    const answer = await Promise.race([made, sleep(ANSWER_MS)])
    if (answer !== undefined) return answer.pipelineExecutionId
    await sleep(200)
  }
}
