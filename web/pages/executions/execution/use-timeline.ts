import { useMemo, useState } from 'react'
import { sentenceOf } from '../../../api/problem.ts'
import { type Execution, isLive, type Step } from '../../../components/executions/shapes.ts'
import { type ChildSteps, openChildren, type Row, rowsOf } from './rows.ts'
import { type StepNode, treeOf, wrappersOf } from './tree.ts'
import { pipelineReadOf, usePipeline, usePipelines } from './use-pipeline.ts'
import { stepsReadOf, useSteps, useStepsOf } from './use-steps.ts'

/** The steps of an execution and of its open children, as they are read. */
export interface Timeline {
  /** The steps of the execution itself, in the order they started. */
  readonly steps: readonly Step[]
  readonly total: number | undefined
  readonly error: unknown
  readonly rows: readonly Row[]
  /** Opens or closes a line. */
  readonly turn: (stepId: string) => void
}

/**
 * The lines of an execution: its steps as a tree, and below them those of the children that are open.
 * Children are read when they are opened; what was read of them is found again in the cache, so that each
 * child opens the way to its own.
 */
export function useTimeline(execution: Execution): Timeline {
  const { projectId, pipelineExecutionId, pipelineName, status } = execution
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const own = useSteps({ projectId, executionId: pipelineExecutionId, isLive: isLive(status) })
  const pipeline = usePipeline(execution, pipelineName)
  const failures = new Map<string, unknown>()
  const childSteps: ChildSteps = ({ id, name }) => {
    const read = stepsReadOf({ projectId, executionId: id })
    if (read !== undefined)
      return read.steps.length === 0 ? 'No steps yet' : tree(read.steps, pipelineReadOf(execution, name))
    return failures.has(id) ? sentenceOf(failures.get(id)) : 'Loading steps…'
  }
  const steps = own.data?.steps ?? none
  const nodes = tree(steps, pipeline.data)
  const open = openChildren(nodes, turned, childSteps)
  const children = useStepsOf(open.map(({ id, isLive }) => ({ projectId, executionId: id, isLive })))
  usePipelines(execution, [...new Set(open.map((child) => child.pipelineName))])
  for (const [at, { error }] of children.entries()) if (error) failures.set(open[at]!.id, error)
  const turn = useMemo(() => (id: string) => setTurned((before) => flipped(before, id)), [])
  return { steps, total: own.data?.total, error: own.error, rows: rowsOf(nodes, turned, childSteps), turn }
}

const none: readonly Step[] = []
const trees = new WeakMap<readonly Step[], { readonly of: object | undefined; readonly nodes: StepNode[] }>()

/** The tree of steps, made once for each time they were read. */
function tree(steps: readonly Step[], pipeline: ReturnType<typeof pipelineReadOf>): readonly StepNode[] {
  const made = trees.get(steps)
  if (made !== undefined && made.of === pipeline) return made.nodes
  const nodes = treeOf(steps, wrappersOf(pipeline?.components ?? []))
  trees.set(steps, { of: pipeline, nodes })
  return nodes
}

function flipped(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}
