import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface NoVariablesProps {
  readonly name: string | undefined
  readonly onHistory: (variableName: string) => void
}

/** No variable at all, or none whose name is like the filter; one that was deleted still has its history. */
export function NoVariables({ name, onHistory }: NoVariablesProps) {
  if (name === undefined)
    return (
      <EmptyState title="No variable yet">
        Variables hold what differs from one environment to another, such as the name of a schema. Make the
        first one with New variable, or import a file.
      </EmptyState>
    )
  return (
    <EmptyState title={`No variable has a name that contains ${name}`}>
      A variable that was deleted can be put back from its history.
      <br />
      <Button variant="default" mt="xs" onClick={() => onHistory(name)}>
        Show the history of {name}
      </Button>
    </EmptyState>
  )
}
