import type { Client } from '../../../client/client.ts'
import type { Step } from '../../../client/resources.ts'
import { inLanes } from '../../../lib/in-lanes.ts'

const PAGE_SIZE = 100
/** A pipeline may run thousands of others at a time. */
const READ_AT_ONCE = 8

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

/** An execution, or that of a child pipeline, as far as its steps are known. */
interface Watched {
  readonly id: string
  readonly depth: number
  readonly results: Map<Step['id'], Step['result']>
  readonly children: Map<Step['id'], Watched>
  /** Pages before it have only steps that have ended. */
  firstOpenPage: number
  /** What was read last, from that page on. */
  open: readonly Step[]
}

const watched = (id: string, depth: number): Watched => ({
  id,
  depth,
  results: new Map(),
  children: new Map(),
  firstOpenPage: 0,
  open: [],
})

/**
 * Watches the steps of an execution by polling. Pages whose steps have all ended are not requested again, so
 * that a long run costs no more at its end than at its beginning.
 */
export function watchSteps(client: Client, projectId: string, executionId: string): StepWatcher {
  const root = watched(executionId, 0)

  async function read(one: Watched): Promise<void> {
    const path = { projectId, pipelineExecutionId: one.id }
    const open: Step[] = []
    for (let page = one.firstOpenPage, allEnded = true; ; page++) {
      const { results: steps } = await client.get(
        '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps',
        { path, query: { page, size: PAGE_SIZE } },
      )
      open.push(...steps)
      allEnded &&= steps.every((step) => step.result !== 'RUNNING')
      if (steps.length < PAGE_SIZE) break
      if (allEnded) one.firstOpenPage = page + 1
    }
    one.open = open
  }

  return {
    async poll() {
      // Children are read after the steps that run them: when such a step has ended, all of its child is
      // there.
      for (let level = [root]; level.length > 0; level = level.flatMap(childrenToRead))
        await inLanes(level, READ_AT_ONCE, read)
      return changesOf(root)
    },
  }
}

/** Whether it had not ended when it was read before. */
const isNews = ({ results }: Watched, { id }: Step): boolean => (results.get(id) ?? 'RUNNING') === 'RUNNING'

function childrenToRead(parent: Watched): Watched[] {
  return parent.open.flatMap((step) => {
    if (step.childPipeline === undefined || !isNews(parent, step)) return []
    const child = parent.children.get(step.id) ?? watched(step.childPipeline.id, parent.depth + 1)
    parent.children.set(step.id, child)
    return [child]
  })
}

function changesOf(one: Watched): StepChange[] {
  const { depth, results, children } = one
  const changes: StepChange[] = []
  for (const step of one.open.filter((open) => isNews(one, open))) {
    const isRunning = step.result === 'RUNNING'
    const child = children.get(step.id)
    if (!results.has(step.id) && (isRunning || child !== undefined))
      changes.push({ kind: 'began', step, depth })
    if (child !== undefined) changes.push(...changesOf(child))
    if (!isRunning) {
      changes.push({ kind: 'ended', step, depth })
      children.delete(step.id)
    }
    results.set(step.id, step.result)
  }
  return changes
}
