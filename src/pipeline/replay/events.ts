import type { StepResult, VariableUpdate } from '../flow-events.ts'
import type { Value, VariableScope } from '../model.ts'
import type { JournalStep } from './journal.ts'

/** What a step gave a variable. `before` is what the step saw; absent when there is no such variable. */
export interface ReplayedChange {
  readonly name: string
  readonly before: Value | undefined
  readonly after: Value
  readonly scope: VariableScope | undefined
  readonly masked: boolean
  /** Why the variable could not take the value, and kept the one it had. */
  readonly refused: string | undefined
}

/** An arrow that leaves a component that ended, and what became of it. */
export interface ReplayedLink {
  readonly condition: string
  readonly to: string
  /**
   * `ready`: it set its target going. `waits`: its target, an `and`, waits for more links. `already`: its
   * target was set going before. `not-fired`: the outcome does not meet the condition. `cancelled`: the run
   * was being cancelled.
   */
  readonly effect: 'ready' | 'waits' | 'already' | 'not-fired' | 'cancelled'
  /** Of an `and`: links into it that have fired, and how many there are. */
  readonly arrived?: { readonly fired: number; readonly of: number } | undefined
}

/** What the flow asked for next. */
export interface ReplayedAction {
  readonly kind: 'run' | 'conclude' | 'wait'
  readonly key: string
  readonly name: string
  readonly type: string
  /** Of `conclude`. */
  readonly result?: StepResult | undefined
  /** Of `wait`. */
  readonly delayMs?: number | undefined
}

/**
 * One step of a replay. `begin` and `end` frame an execution; `waited` is a retry's pause that was over;
 * `overtaken` is a visit that a cancellation overtook before it began; `finished` and `expanded` are reports
 * of the journal; `deferred` is a report that was taken over from an earlier execution and that the flow has
 * not come to yet; `note` says something about a step that has not ended.
 */
export interface ReplayEvent {
  readonly kind: 'begin' | 'finished' | 'expanded' | 'waited' | 'overtaken' | 'deferred' | 'note' | 'end'
  readonly execution: string
  readonly pipelineName: string
  /** 0 for the root, 1 for its children, and so on. */
  readonly depth: number
  /** Number of the report, if this is one. */
  readonly n?: number | undefined
  readonly step?: Omit<JournalStep, 'iterations' | 'finished' | 'expandedN' | 'execution'> | undefined
  /** Key of the visit when it left no step. */
  readonly key?: string | undefined
  readonly reused?: boolean | undefined
  /** Of `finished`: the step's; of `end`: that of the execution according to the journal. */
  readonly result?: string | undefined
  readonly message?: string | undefined
  /** Of `end`: what the machine comes to; absent when it was not asked. */
  readonly expected?: string | undefined
  /** Of `expanded`: what each iteration begins with. */
  readonly iterations?:
    | readonly (readonly (VariableUpdate & { readonly masked?: boolean | undefined })[])[]
    | undefined
  readonly changes?: readonly ReplayedChange[] | undefined
  readonly links?: readonly ReplayedLink[] | undefined
  readonly next?: readonly ReplayedAction[] | undefined
  /** Where the journal and the machine do not agree. */
  readonly divergences: readonly string[]
}
