import { Alert, Button, Group, List, Progress, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client, invalidate } from '../../../../api/client.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss } from '../../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import { type EnvironmentMove, type EnvironmentPlace, movePath, movesPath } from '../shapes.ts'
import { useLatestMove } from './use-moves.ts'

/** How far a move of the environment is, while one is under way. */
export function MoveStatus(place: EnvironmentPlace) {
  const { latest, isOpen } = useLatestMove(place)
  if (latest === undefined || !isOpen) return null
  return (
    <Alert title={`Moving to ${latest.connectionName}`} mb="md">
      <Group justify="space-between" align="flex-end">
        <div role="status" style={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          <Text size="sm">{progressWords(latest)}. Executions of the environment wait meanwhile.</Text>
          {latest.tablesTotal > 0 && (
            <Progress
              aria-label="Tables that are copied"
              value={(100 * latest.tablesDone) / latest.tablesTotal}
              mt="xs"
            />
          )}
        </div>
        <CancelMove {...place} move={latest} />
      </Group>
    </Alert>
  )
}

function progressWords({ status, waitingFor, tablesDone, tablesTotal, rows }: EnvironmentMove): string {
  if (status === 'WAITING') return `Waiting for ${waitingFor}`
  if (status === 'COMMITTING') return 'Everything is copied and is being committed'
  if (tablesTotal === 0) return 'Copying'
  return `Copied ${tablesDone} of ${tablesTotal} tables, ${rows.toLocaleString('en-US')} rows`
}

function CancelMove({
  projectId,
  environmentName,
  move,
}: EnvironmentPlace & { readonly move: EnvironmentMove }) {
  const cancelling = useMutation({
    mutationFn: async () => {
      const path = { projectId, environmentName, moveId: move.moveId }
      const { error } = await client.DELETE(movePath, { params: { path } })
      if (error) throw error
    },
    onSettled: () => invalidate(movesPath),
  })
  const ask = () =>
    confirmLoss({
      title: 'Cancel the move?',
      message: 'What was copied is discarded. SQL runs on the file as before.',
      action: 'Cancel the move',
      dismiss: 'Continue moving',
      onConfirm: () => cancelling.mutateAsync(),
    })
  return (
    <May needs={environmentNeed(projectId, environmentName)}>
      <Button
        variant="default"
        loading={cancelling.isPending}
        disabled={move.status === 'COMMITTING'}
        onClick={ask}
      >
        Cancel
      </Button>
    </May>
  )
}

/** What came of the latest move. */
export function MoveResult(place: EnvironmentPlace) {
  const { latest, error } = useLatestMove(place)
  if (latest === undefined) return <ProblemAlert error={error} />
  const { status, connectionName, message, notKept = [], file, finishedAt } = latest
  if (status === 'FAILED')
    return (
      <Alert color="red" title={`Not moved to ${connectionName}`}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Text size="sm">SQL runs on the file as before.</Text>
      </Alert>
    )
  if (status !== 'SUCCEEDED') return null
  return (
    <Alert color="green" title={`Moved to ${connectionName}, ${exactTime(finishedAt ?? latest.createdAt)}`}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {latest.tablesTotal} tables, {latest.views ?? 0} views and {latest.rows.toLocaleString('en-US')} rows.
        The file stays at {file} of the runner.
      </Text>
      {notKept.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            The lake does not have:
          </Text>
          <List size="sm">
            {notKept.map((what) => (
              <List.Item key={what}>{what}</List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
