import { Alert, Button, List } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { isProblem, sentenceOf } from '../api/problem.ts'

interface ProblemAlertProps {
  /** What was thrown or answered; nothing is shown while it is null or undefined. */
  readonly error: unknown
  /** Violations that a form shows at its fields, by field: they are not said twice. */
  readonly fieldMessages?: readonly string[]
  /** What the `Try again` button does in addition; every failed read has that button. */
  readonly onRetry?: () => void
}

/** An error of the API as its problem document says it, with every violation. Announced to screen readers. */
export function ProblemAlert({ error, fieldMessages = [], onRetry }: ProblemAlertProps) {
  const retry = useRetry(error, onRetry)
  if (error === null || error === undefined) return null
  const violations = isProblem(error) ? error.violations : []
  const rest = violations.filter((violation) => !fieldMessages.some((shown) => violation.endsWith(shown)))
  const title = titleOf(error)
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden size={18} />} title={title} role="alert">
      {isProblem(error) ? error.detail : sentenceOf(error)}
      {rest.length > 0 && (
        <List size="sm" mt="xs">
          {rest.map((violation) => (
            <List.Item key={violation}>{violation}</List.Item>
          ))}
        </List>
      )}
      {retry !== undefined && (
        <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

/** That something is forbidden says little: the sentence below names the permission, and whom to ask. */
function titleOf(error: unknown): string {
  if (error instanceof TypeError) return 'No answer' // as sentenceOf reads it
  if (!isProblem(error)) return 'Something went wrong'
  return error.status === 403 ? 'Permission needed' : error.title
}

/**
 * Reads everything of the page again that could not be read; nothing for the error of a change, which has its
 * own button.
 */
function useRetry(error: unknown, onRetry: (() => void) | undefined): (() => void) | undefined {
  const queries = useQueryClient()
  const isOfRead = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => state.error !== null && state.error === error)
  if (!isOfRead) return onRetry
  return () => {
    onRetry?.()
    void queries.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.error !== null },
      { cancelRefetch: false },
    )
  }
}
