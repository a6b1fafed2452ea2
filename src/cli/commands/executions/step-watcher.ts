import type { Client } from '../../../client/client.ts'
import type { Step } from '../../../client/resources.ts'

const PAGE_SIZE = 100

/** A step that began, or one that ended; `depth` counts the pipelines above it. */
interface StepChange {
  readonly kind: 'began' | 'ended'
  readonly step: Step
  readonly depth: number
}

export interface StepWatcher {
  /** What changed since the last call, child pipelines included, in an order that reads as a tree. */
  poll(): Promise<StepChange[]>
}

/**
 * Watches the steps of an execution by polling. Pages whose steps have all ended are not requested again, so that a long
 * run costs no more at its end than at its beginning.
 */
export function watchSteps(client: Client, projectId: string, executionId: string, depth = 0): StepWatcher {
  const path = { projectId, pipelineExecutionId: executionId }
  const results = new Map<string, Step['result']>()
  const children = new Map<string, StepWatcher>()
  let firstOpenPage = 0

  async function poll(): Promise<StepChange[]> {
    const changes: StepChange[] = []
    let allEnded = true
    for (let page = firstOpenPage; ; page++) {
      const { results: steps } = await client.get(
        '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps',
        { path, query: { page, size: PAGE_SIZE } },
      )
      for (const step of steps) changes.push(...(await changesOf(step)))
      allEnded &&= steps.every((step) => step.result !== 'RUNNING')
      if (steps.length < PAGE_SIZE) return changes
      if (allEnded) firstOpenPage = page + 1
    }
  }

  async function changesOf(step: Step): Promise<StepChange[]> {
    const before = results.get(step.id)
    if (before !== undefined && before !== 'RUNNING') return []
    const changes: StepChange[] = []
    const running = step.result === 'RUNNING'
    const parent = step.childPipeline !== undefined
    if (before === undefined && (running || parent)) changes.push({ kind: 'began', step, depth })
    if (step.childPipeline !== undefined) changes.push(...(await childOf(step.childPipeline.id).poll()))
    if (!running) changes.push({ kind: 'ended', step, depth })
    results.set(step.id, step.result)
    return changes
  }

  function childOf(id: string): StepWatcher {
    const known = children.get(id) ?? watchSteps(client, projectId, id, depth + 1)
    children.set(id, known)
    return known
  }

  return { poll }
}
