import { Alert, Button, List } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { isProblem, sentenceOf } from '../api/problem.ts'

interface ProblemAlertProps {
  /** What was thrown or answered; nothing is shown while it is null or undefined. */
  readonly error: unknown
  /** Violations that a form shows at its fields, by field: they are not said twice. */
  readonly shownAtFields?: readonly string[]
  readonly onRetry?: () => void
}

/** An error of the API as its problem document says it, with every violation. Announced to screen readers. */
export function ProblemAlert({ error, shownAtFields = [], onRetry }: ProblemAlertProps) {
  if (error === null || error === undefined) return null
  const violations = isProblem(error) ? error.violations : []
  const rest = violations.filter((violation) => !shownAtFields.some((shown) => violation.endsWith(shown)))
  const title = isProblem(error) ? error.title : 'That did not work'
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden size={18} />} title={title} role="alert">
      {sentenceOf(error)}
      {rest.length > 0 && (
        <List size="sm" mt="xs">
          {rest.map((violation) => (
            <List.Item key={violation}>{violation}</List.Item>
          ))}
        </List>
      )}
      {onRetry !== undefined && (
        <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}
