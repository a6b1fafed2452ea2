import type { Outcome, StepResult, VariableUpdate } from '../flow-events.ts'
import type { Component, Parameters, PipelineKind } from '../model.ts'
import type { RunVariable } from '../variables.ts'

/** A value in which a secret was replaced: `masked` says that it is not what the run saw. */
export interface JournalUpdate extends VariableUpdate {
  readonly masked?: boolean | undefined
}

export interface JournalVariable extends RunVariable {
  readonly masked?: boolean | undefined
}

/** One execution of a pipeline: the root of a journal, or a child that a step of it ran. */
export interface JournalExecution {
  readonly id: string
  readonly pipelineName: string
  readonly pipelineType: string
  readonly status: string
  readonly message?: string | undefined
  /** Reports up to this number were taken over from the execution that this one runs again. */
  readonly reusedReports?: number | undefined
  /** Values at the start; absent when the execution has not started. */
  readonly variables?: readonly JournalVariable[] | undefined
  /** Why the values of the caller kept the pipeline from starting. */
  readonly startFaults?: readonly string[] | undefined
}

/**
 * A step as it was recorded. `n` is the number of a report: it gives the order of what happened in the whole
 * tree.
 */
export interface JournalStep {
  readonly execution: string
  readonly seq: number
  readonly key: string
  readonly name: string
  readonly type: string
  readonly attempt: number
  readonly iteration?: number | undefined
  readonly result: StepResult | 'RUNNING'
  readonly startedAt: string
  readonly finishedAt?: string | undefined
  readonly child?: { readonly execution: string; readonly pipelineName: string } | undefined
  readonly iterations?: readonly (readonly JournalUpdate[])[] | undefined
  readonly expandedN?: number | undefined
  readonly finished?: { readonly n: number; readonly outcome: JournalOutcome } | undefined
}

export interface JournalOutcome extends Omit<Outcome, 'updates'> {
  readonly updates?: readonly JournalUpdate[] | undefined
}

/** A component as the flow sees it: without what it does. */
export interface JournalComponent extends Pick<Component, 'name' | 'type' | 'transitions'> {
  readonly iterationTarget?: string | undefined
  readonly skipped?: boolean | undefined
  /** Whether post-processing follows it, which may fail. */
  readonly postProcessed?: boolean | undefined
  /** Of an iterator or retry, what steers it. */
  readonly parameters?: Parameters | undefined
}

/** The flow of a pipeline: what the machine needs of its file, and nothing that may hold a secret. */
export interface JournalPipeline {
  readonly name: string
  readonly pipelineType: PipelineKind
  readonly components: readonly JournalComponent[]
  /** Why its file could not be read. */
  readonly faults?: readonly string[] | undefined
}

/** All that is known of an execution and its children; the root is the first of `executions`. */
export interface Journal {
  readonly executions: readonly JournalExecution[]
  readonly pipelines: readonly JournalPipeline[]
  readonly steps: readonly JournalStep[]
}
