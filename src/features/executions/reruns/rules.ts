import { newId } from '../../../lib/ids.ts'
import { type JournalStep, type Kept, keptSteps } from '../../../pipeline/flow/prune.ts'
import type { Pipeline } from '../../../pipeline/model.ts'

/** A step of an execution that is to be rerun, or of a child of it. */
export interface OldStep extends JournalStep {
  readonly execution: string
  readonly seq: number
  readonly child: string | null
}

/** The journal of an execution and its children. */
export interface OldJournal {
  readonly executions: readonly {
    readonly id: string
    /** Where its pipeline is: that of the version, or of a shared pipeline. */
    readonly artifactId: string
    readonly pipelineName: string
    readonly status: string
  }[]
  readonly steps: readonly OldStep[]
}

export interface CopiedChild {
  readonly from: string
  readonly id: string
  readonly parent: string
  readonly open: boolean
}

export interface CopiedStep {
  readonly fromExecution: string
  readonly fromSeq: number
  readonly execution: string
  readonly seq: number
  readonly child: string | undefined
  readonly open: boolean
}

/** What is copied from the journal of an old execution into that of its rerun. */
export interface JournalCopy {
  readonly children: readonly CopiedChild[]
  readonly steps: readonly CopiedStep[]
}

type Plan = ReadonlyMap<string, Kept>

/**
 * The journal with which the execution `to` continues `from` at its failed step: the steps that are kept,
 * numbered without gaps in their old order, and the children that they ran, under new ids. A failed child
 * continues at its own failed step when anything of it is kept, and starts afresh otherwise. `pipelines` are
 * those of the executions that did not succeed, by the ids of these.
 */
export function journalCopy(
  { from, to }: { readonly from: string; readonly to: string },
  journal: OldJournal,
  pipelines: ReadonlyMap<string, Pipeline>,
): JournalCopy {
  const stepsOf = Map.groupBy(journal.steps, (step) => step.execution)
  const executions = new Map(journal.executions.map((one) => [one.id, one]))
  const plans = new Map<string, Plan>()
  const children: CopiedChild[] = []
  const copied: CopiedStep[] = []

  function planOf(id: string): Plan {
    const known = plans.get(id)
    if (known !== undefined) return known
    const own = stepsOf.get(id) ?? []
    const execution = executions.get(id)
    const pipeline = pipelines.get(id)
    const plan = execution?.status === 'SUCCESS' ? wholly(own) : pipeline ? pruned(pipeline, own) : wholly([])
    plans.set(id, plan)
    return plan
  }

  function pruned(pipeline: Pipeline, own: readonly OldStep[]): Plan {
    if (pipeline.kind === 'transformation') return wholly(own.filter(hasSucceeded))
    return keptSteps(pipeline, own, ({ child }) => child !== null && planOf(child).size > 0)
  }

  function copy(id: string, execution: string, plan: Plan): void {
    const kept = (stepsOf.get(id) ?? []).filter(({ key }) => plan.has(key)).sort((a, b) => a.seq - b.seq)
    for (const [seq, step] of kept.entries()) {
      const open = plan.get(step.key) === 'open'
      const child = step.child === null ? undefined : newId()
      copied.push({ fromExecution: id, fromSeq: step.seq, execution, seq, child, open })
      if (step.child === null || child === undefined) continue
      children.push({ from: step.child, id: child, parent: execution, open })
      copy(step.child, child, open ? planOf(step.child) : wholly(stepsOf.get(step.child) ?? []))
    }
  }

  copy(from, to, planOf(from))
  return { children, steps: copied }
}

const wholly = (steps: readonly OldStep[]): Plan => new Map(steps.map(({ key }) => [key, 'whole']))

const hasSucceeded = ({ finished }: OldStep): boolean =>
  finished?.outcome.result === 'SUCCESS' || finished?.outcome.result === 'SKIPPED'

/**
 * Whether the journal of an execution that has started is complete. Steps are numbered without gaps, so a
 * journal from which retention has deleted some shows a gap.
 */
export function isComplete(journal: OldJournal, root: string, lastReport: number): boolean {
  const counts = new Map<string, { steps: number; highest: number }>()
  for (const { execution, seq } of journal.steps) {
    const { steps, highest } = counts.get(execution) ?? { steps: 0, highest: -1 }
    counts.set(execution, { steps: steps + 1, highest: Math.max(highest, seq) })
  }
  const began = lastReport <= 1 || counts.has(root)
  return began && [...counts.values()].every(({ steps, highest }) => steps === highest + 1)
}
