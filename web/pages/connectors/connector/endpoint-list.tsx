import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { Plus, TriangleAlert } from 'lucide-react'
import { newEndpoint } from './draft.ts'
import classes from './editor.module.css'
import type { Editor } from './use-editor.ts'

interface EndpointListProps {
  readonly editor: Editor
  /** Index of the selected endpoint. */
  readonly position: number
  /** Selects the endpoint of this number, counted from 1. */
  readonly onChoose: (number: number) => void
}

/** The endpoints of the connector, of which one is selected. */
export function EndpointList({ editor, position, onChoose }: EndpointListProps) {
  const { endpoints } = editor.draft
  const add = () => {
    editor.setEndpoints([...endpoints, newEndpoint(`Endpoint ${endpoints.length + 1}`)])
    onChoose(endpoints.length + 1)
  }
  return (
    <Stack gap={4} component="section" aria-label="Endpoints">
      <Group justify="space-between">
        <Title order={2}>Endpoints</Title>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={add}
          aria-label="Add an endpoint"
        >
          Add
        </Button>
      </Group>
      {endpoints.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      )}
      {endpoints.map(({ key, name, method }, index) => (
        <UnstyledButton
          key={key}
          className={classes.endpoint!}
          aria-current={index === position ? 'true' : undefined}
          onClick={() => onChoose(index + 1)}
        >
          <span className={classes.method}>{method}</span>
          <span className={classes.endpointName}>{name.trim() === '' ? 'No name' : name}</span>
          {editor.faults.some(({ endpoint }) => endpoint === index) && (
            <TriangleAlert size={14} role="img" aria-label="has errors" />
          )}
        </UnstyledButton>
      ))}
    </Stack>
  )
}
