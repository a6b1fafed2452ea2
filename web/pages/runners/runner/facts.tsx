import { Card, Group, Table, Text, Title } from '@mantine/core'
import { Status } from '../../../ui/status.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { meaning, type Runner } from '../shapes.ts'

/** The state, version and kind of a runner. */
export function Facts({ runner }: { readonly runner: Runner }) {
  const { agentId, agentStatus, connected, pausedUntil, versionDetails, deployment, cloudProvider } = runner
  const facts: readonly (readonly [string, string])[] = [
    ['Connected', connected ? 'Yes' : 'No'],
    ...(pausedUntil === undefined ? [] : [['Paused until', exactTime(pausedUntil)] as const]),
    ['Version', versionDetails.agentVersion ?? 'Not connected yet'],
    ['Support', versionDetails.support === 'SUPPORTED' ? 'Supported' : 'No longer supported: update it'],
    ['Track', `${versionDetails.trackName}: ${versionDetails.trackVersion}`],
    ['Update', versionDetails.agentUpdateAvailable ? 'Available' : 'Up to date'],
    ['Runs as', `${deployment}, ${cloudProvider}`],
    ['ID', agentId],
  ]
  return (
    <Card withBorder component="section" aria-label="State">
      <Group justify="space-between" mb="xs">
        <Title order={2}>State</Title>
        <Status status={agentStatus} />
      </Group>
      <Text size="sm" c="dimmed">
        {meaning[agentStatus]}
      </Text>
      <Table aria-label="Facts" layout="fixed">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={120}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
