/** Why a `${…}` or a condition has no value, as one sentence for the person who wrote it. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** Properties of `sysvar.thisComponent`, which has a value in post-processing only. */
export const componentProperties: readonly string[] = [
  ...['name', 'message', 'status', 'taskId', 'startedAt', 'finishedAt', 'duration'],
  ...['mainTaskDurationMs', 'mainTaskFinishedAt'],
  ...['rowCount', 'rowsInserted', 'rowsUpdated', 'rowsDeleted', 'queryId'],
]

/** The one wording for a name that nothing defines (pipelines.md §3). */
export const undefinedName = (name: string): ExpressionError =>
  new ExpressionError(
    componentProperties.some((property) => name === `sysvar.thisComponent.${property}`)
      ? `"${name}" is not defined; thisComponent exists only in post-processing`
      : name === 'sysvar' || name.startsWith('sysvar.')
        ? `"${name}" is not defined; check the name of the system variable`
        : `"${name}" is not defined; declare it as a variable of the pipeline or of the project`,
  )

/** An expression as it is quoted in a message: one line, not too long. */
export function quoteExpression(expression: string): string {
  const line = expression.replaceAll(/\s+/g, ' ').trim()
  return `\`${line.length > 80 ? `${line.slice(0, 79)}…` : line}\``
}

/**
 * Completes the sentence "The expression …". Only the processor time of the evaluator's own thread counts.
 */
export const tookMore = (timeoutMs: number): string =>
  `took more than ${timeoutMs} ms of processor time (HEADRACE_EXPRESSION_MS)`
