import type { Step } from '../../../components/executions/shapes.ts'
import type { StepNode } from './tree.ts'

/** One line of the timeline. */
export type Row =
  | {
      readonly kind: 'step'
      readonly key: string
      readonly depth: number
      readonly step: Step
      /** Of a line that can be opened: whether it is. */
      readonly isOpen: boolean | undefined
      readonly insideCount: number
    }
  /** Shown in place of a child's steps while there are none. */
  | { readonly kind: 'note'; readonly key: string; readonly depth: number; readonly text: string }

type Child = NonNullable<Step['childPipeline']>

/** The steps of a child execution as a tree, or the sentence shown in their place. */
export type ChildSteps = (child: Child) => readonly StepNode[] | string

const MANY = 12

/**
 * Whether a step is open before anybody opened or closed it: a few iterations and attempts are, and a child
 * pipeline that failed, because users look there first.
 */
const isOpenAtFirst = ({ step, inside }: StepNode): boolean =>
  inside.length > 0 ? inside.length <= MANY : step.childPipeline !== undefined && step.result === 'FAILED'

/** Whether a step is open. `turned` are the ids of steps that were opened or closed by hand. */
export const isOpen = (node: StepNode, turned: ReadonlySet<string>): boolean =>
  isOpenAtFirst(node) !== turned.has(node.step.id)

/** The visible rows from top to bottom, without those of collapsed steps. */
export function rowsOf(
  nodes: readonly StepNode[],
  turned: ReadonlySet<string>,
  childSteps: ChildSteps,
  depth = 0,
): Row[] {
  const rows: Row[] = []
  for (const node of nodes) {
    const { step, inside } = node
    const child = step.childPipeline
    const canOpen = inside.length > 0 || child !== undefined
    const open = canOpen && isOpen(node, turned)
    rows.push({
      kind: 'step',
      key: step.id,
      depth,
      step,
      isOpen: canOpen ? open : undefined,
      insideCount: inside.length,
    })
    if (!open) continue
    for (const row of rowsOf(inside, turned, childSteps, depth + 1)) rows.push(row)
    if (child === undefined) continue
    const own = childSteps(child)
    if (typeof own === 'string')
      rows.push({ kind: 'note', key: `${step.id} note`, depth: depth + 1, text: own })
    else for (const row of rowsOf(own, turned, childSteps, depth + 1)) rows.push(row)
  }
  return rows
}

/** The child executions whose steps are to be shown. */
export function openChildren(
  nodes: readonly StepNode[],
  turned: ReadonlySet<string>,
  childSteps: ChildSteps,
): { readonly id: string; readonly isLive: boolean; readonly pipelineName: string }[] {
  return nodes.flatMap((node) => {
    if (node.inside.length === 0 && node.step.childPipeline === undefined) return []
    if (!isOpen(node, turned)) return []
    const inside = openChildren(node.inside, turned, childSteps)
    const child = node.step.childPipeline
    if (child === undefined) return inside
    const own = childSteps(child)
    const deeper = typeof own === 'string' ? [] : openChildren(own, turned, childSteps)
    const isLive = node.step.result === 'RUNNING'
    return [...inside, { id: child.id, isLive, pipelineName: child.name }, ...deeper]
  })
}
