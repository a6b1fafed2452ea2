import type { Component, Value } from './model.ts'

/** A new value for a variable, made by a step. The flow decides where it applies (COPIED or SHARED). */
export interface VariableUpdate {
  readonly variable: string
  readonly value: Value
  /** The value holds a secret: users do not see it. */
  readonly secret?: boolean
}

export type StepResult = 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'CANCELLED'

/** Rows that a step changed, by kind: what post-processing reads and the journal keeps. */
export interface RowChanges {
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

/** What one gate found before rows were published. */
export interface GateResult {
  readonly name: string
  readonly type: string
  readonly onFailure: 'STOP' | 'WARN'
  readonly result: 'PASSED' | 'FAILED'
  readonly expected: string
  readonly actual: string
  readonly failingRows?: number | undefined
  /** The table with rows that failed. */
  readonly keptIn?: string | undefined
}

/** How one visit ended: all that the flow and the journal need to know of it. */
export interface Outcome {
  readonly result: StepResult
  /** For users. Secrets are masked before it gets here. */
  readonly message?: string | undefined
  readonly rowCount?: number | undefined
  /** Of the files, requests and answers that the component read or wrote; absent where it does not know. */
  readonly byteCount?: number | undefined
  /** Absent when the step changes no rows, or does not know the kinds apart. */
  readonly changes?: RowChanges | undefined
  /** Absent when the component has no gates, or did not get to them. */
  readonly gates?: readonly GateResult[] | undefined
  /** What the database calls the statement in its own records. Only post-processing sees it. */
  readonly queryId?: string | undefined
  /** Which output of an `if` fires; absent when its evaluation failed. */
  readonly branch?: boolean | undefined
  readonly updates?: readonly VariableUpdate[] | undefined
}

/**
 * One run of one component inside one execution. `key` is unique in the execution and the same at every
 * replay: it is made of the component's name, the iterations around it and the attempt.
 */
export interface Visit {
  readonly key: string
  readonly component: Component
  /** From 1; above 1 only under a `retry`. */
  readonly attempt: number
  /** From 1, under an iterator; otherwise undefined. */
  readonly iteration: number | undefined
}

/** What the driver of a flow is to do. Each action is issued once. */
export type FlowAction =
  /**
   * Run the component and answer `finished`. An iterator only works out its values and answers `expanded`.
   */
  | { readonly kind: 'run'; readonly visit: Visit }
  /** Let `delayMs` pass, then answer `waited`: a retry's pause. */
  | { readonly kind: 'wait'; readonly visit: Visit; readonly delayMs: number }
  /** Every iteration or attempt inside has ended: record this outcome for the visit and answer `finished`. */
  | { readonly kind: 'conclude'; readonly visit: Visit; readonly outcome: Outcome }

/** What has happened. The journal is a list of these; replaying it gives the same state. */
export type FlowEvent =
  | { readonly kind: 'finished'; readonly key: string; readonly outcome: Outcome }
  /** An iterator's values: for each iteration the variables it sets. Fixed before the first iteration. */
  | {
      readonly kind: 'expanded'
      readonly key: string
      readonly iterations: readonly (readonly VariableUpdate[])[]
    }
  | { readonly kind: 'waited'; readonly key: string }

/** Read access to the variables as one visit sees them. */
export interface VariableView {
  /** undefined when there is no variable of that name. */
  get(name: string): Value | undefined
  names(): Iterable<string>
  /** Column names of a grid, in order. */
  columns(name: string): readonly string[]
}

/** The life of one pipeline run as a state machine without I/O or clock (pipelines.md §2). */
export interface Flow {
  /** The first actions. Called once, before any event. */
  begin(): readonly FlowAction[]
  /**
   * What may happen next because of this event. An event whose key is unknown or already ended changes
   * nothing.
   */
  apply(event: FlowEvent): readonly FlowAction[]
  variables(visitKey: string): VariableView
  /** The variables as the component left them that ended last, those of iterators and retries aside. */
  lastVariables(): VariableView
  /** Nothing new starts any more; the run ends CANCELLED when what is in flight has finished. */
  cancel(): void
  /** How the run ended, or undefined while something can still happen. */
  result(): FlowResult | undefined
}

export interface FlowResult {
  readonly status: 'SUCCESS' | 'FAILED' | 'CANCELLED'
  /** The first failure in flow order, e.g. `"Load Orders": relation orders does not exist`. */
  readonly message: string | undefined
  /** Of a transformation: what its outputs did together. */
  readonly rowCount?: number | undefined
  readonly changes?: RowChanges | undefined
  /** The variables as the run left them, for the component that called it. */
  readonly variables?: VariableView | undefined
}
