import { Button } from '@mantine/core'
import { May } from '../../../components/rights/may.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface NoVariablesProps {
  readonly projectId: string
  readonly name: string | undefined
  readonly onHistory: (variableName: string) => void
}

/** No variable at all, or none whose name is like the filter; one that was deleted still has its history. */
export function NoVariables({ projectId, name, onHistory }: NoVariablesProps) {
  if (name === undefined)
    return (
      <EmptyState title="No variables yet">
        Variables hold values that differ between environments, such as a schema name.{' '}
        <May needs={{ projectId, permission: 'variables:write' }}>
          {' '}
          Create the first one with New variable, or import a file.
        </May>
      </EmptyState>
    )
  return (
    <EmptyState title={`No variable name contains ${name}`}>
      A deleted variable can be restored from its history.
      <br />
      <Button variant="default" mt="xs" onClick={() => onHistory(name)}>
        View the history of {name}
      </Button>
    </EmptyState>
  )
}
