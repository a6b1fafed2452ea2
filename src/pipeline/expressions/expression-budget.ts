import { ExpressionError } from './expression-error.ts'

/** Processor time of the evaluator's own thread that the expressions of one step, or of one execution, may use. */
export interface ExpressionBudget {
  /** Throws ExpressionError when nothing is left. What begins with a little left may still use its own limit. */
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
  const execution = counter('execution', limits.executionSeconds, 'HEADRACE_EXPRESSION_EXECUTION_SECONDS')
  return () => {
    const step = counter('step', limits.stepSeconds, 'HEADRACE_EXPRESSION_STEP_SECONDS')
    return {
      require() {
        step.require()
        execution.require()
      },
      spend(ms) {
        step.spend(ms)
        execution.spend(ms)
      },
    }
  }
}

function counter(what: string, limitSeconds: number, setting: string): ExpressionBudget {
  let usedMs = 0
  return {
    require() {
      if (usedMs < limitSeconds * 1_000) return
      throw new ExpressionError(
        `The expressions of this ${what} used the ${limitSeconds} s of processor time that they may (${setting}); ` +
          'make them simpler, or do the work in a script or in SQL',
      )
    },
    spend(ms) {
      usedMs += ms
    },
  }
}
