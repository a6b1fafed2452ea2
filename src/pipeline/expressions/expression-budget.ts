import { ExpressionError } from './expression-error.ts'

/**
 * Processor time of the evaluator's own thread that the expressions of one step, or of one execution, may
 * use.
 */
export interface ExpressionBudget {
  /**
   * Throws ExpressionError when nothing is left. What begins with a little left may still use its own limit.
   */
  require(): void
  spend(ms: number): void
}

export interface BudgetLimits {
  readonly stepSeconds: number
  readonly executionSeconds: number
}

export const defaultBudget: BudgetLimits = { stepSeconds: 10, executionSeconds: 300 }

/** The budget of one execution with its children; what comes back makes that of each step. */
export function createExecutionBudget(limits: BudgetLimits = defaultBudget): () => ExpressionBudget {
  const execution = new Budget('execution', limits.executionSeconds)
  return () => new Budget('step', limits.stepSeconds, execution)
}

const settingOf = {
  execution: 'HEADRACE_EXPRESSION_EXECUTION_SECONDS',
  step: 'HEADRACE_EXPRESSION_STEP_SECONDS',
}

/** A class, as each step gets one, also the many that never ask the engine. */
class Budget implements ExpressionBudget {
  readonly #of: keyof typeof settingOf
  readonly #limitSeconds: number
  readonly #whole: ExpressionBudget | undefined
  #usedMs = 0

  constructor(of: keyof typeof settingOf, limitSeconds: number, whole?: ExpressionBudget) {
    this.#of = of
    this.#limitSeconds = limitSeconds
    this.#whole = whole
  }

  require(): void {
    if (this.#usedMs >= this.#limitSeconds * 1_000) {
      throw new ExpressionError(
        `The expressions of this ${this.#of} used the ${this.#limitSeconds} s of processor time that they may ` +
          `(${settingOf[this.#of]}); make them simpler, or do the work in a script or in SQL`,
      )
    }
    this.#whole?.require()
  }

  spend(ms: number): void {
    this.#usedMs += ms
    this.#whole?.spend(ms)
  }
}
