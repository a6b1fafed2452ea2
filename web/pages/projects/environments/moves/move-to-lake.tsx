import { Button, Card, Select, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { useConnections } from '../../../../components/choices.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { paths } from '../../../../paths.ts'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { chosenConnection } from '../form/named-connection.ts'
import { type Environment, movesPath } from '../shapes.ts'
import { MoveResult } from './move-status.tsx'
import { useLatestMove } from './use-moves.ts'

interface MoveToLakeProps {
  readonly projectId: string
  readonly environment: Environment
}

/** Moves an environment that is on a DuckDB file, and says what came of the latest move. */
export function MoveToLake({ projectId, environment }: MoveToLakeProps) {
  const [isAsking, { open, close }] = useDisclosure(false)
  const { data } = useConnections(projectId, 'DWH')
  const place = { projectId, environmentName: environment.name }
  const { isOpen } = useLatestMove(place)
  if (data === undefined) return null
  const engineOf = new Map(data.map(({ name, authProvider }) => [name, authProvider]))
  const chosen = chosenConnection(environment.defaultConnections ?? {}, [...engineOf.keys()])
  const engine = chosen === undefined ? environment.connection.type : engineOf.get(chosen)
  const lakes = [...engineOf].filter(([, provider]) => provider === 'LAKE').map(([name]) => name)
  return (
    <Stack gap="sm" mt="md" maw={760}>
      <MoveResult {...place} />
      {engine === 'DUCKDB' && !isOpen && (
        <May needs={environmentNeed(projectId, environment.name)}>
          <Card withBorder component="section" aria-label="Move to a lake">
            <Title order={2}>Move to a lake</Title>
            <Text size="sm" my="xs">
              A DuckDB file belongs to one runner process; any number of runners read and write a lake at
              once.
            </Text>
            <Button variant="default" w="fit-content" onClick={open}>
              Move to a lake
            </Button>
          </Card>
        </May>
      )}
      {isAsking && <MoveDialog {...place} lakes={lakes} onClose={close} />}
    </Stack>
  )
}

interface MoveDialogProps {
  readonly projectId: string
  readonly environmentName: string
  /** Names of connections. */
  readonly lakes: readonly string[]
  readonly onClose: () => void
}

function MoveDialog({ projectId, environmentName, lakes, onClose }: MoveDialogProps) {
  const [connectionName, choose] = useState<string | null>(lakes.length === 1 ? lakes[0]! : null)
  const starting = useMutation({
    mutationFn: async () => {
      const { error } = await client.POST(movesPath, {
        params: { path: { projectId, environmentName } },
        body: { connectionName: connectionName ?? '' },
      })
      if (error) throw error
    },
    onSuccess: async () => {
      await invalidate(movesPath)
      onClose()
    },
  })
  return (
    <DialogForm
      title={`Move ${environmentName} to a lake`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        starting.mutate()
      }}
      action={lakes.length === 0 ? undefined : 'Move'}
      isPending={starting.isPending}
    >
      <ProblemAlert error={starting.error} />
      <Text size="sm">
        The runner copies the tables and views of the file in one transaction and compares them. Executions
        wait meanwhile. A lake keeps no keys, checks or indexes. The file stays where it is.
      </Text>
      {lakes.length === 0 ? (
        <Text size="sm">
          No connection of this project leads to a lake:{' '}
          <PageLink to={paths.connections} params={{ projectId }} underline="always">
            create one
          </PageLink>{' '}
          first.
        </Text>
      ) : (
        <Select
          label="Lake"
          description="A connection of the project"
          data={[...lakes]}
          searchable
          allowDeselect={false}
          required
          value={connectionName}
          onChange={choose}
        />
      )}
    </DialogForm>
  )
}
