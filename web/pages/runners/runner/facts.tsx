import { Card, Group, Table, Text, Title } from '@mantine/core'
import { Status } from '../../../ui/status.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { meaning, type Runner } from '../shapes.ts'

/** State, versions and kind of a runner. */
export function Facts({ runner }: { readonly runner: Runner }) {
  const { agentId, agentStatus, connected, pausedUntil, versionDetails, deployment, cloudProvider } = runner
  const facts: readonly (readonly [string, string])[] = [
    ['Connected', connected ? 'yes' : 'no'],
    ...(pausedUntil === undefined ? [] : [['Paused until', exactTime(pausedUntil)] as const]),
    ['Version', versionDetails.agentVersion ?? 'not connected yet'],
    ['Support', versionDetails.support === 'SUPPORTED' ? 'supported' : 'no longer supported: update it'],
    ['Track', `${versionDetails.trackName}: ${versionDetails.trackVersion}`],
    ['Update', versionDetails.agentUpdateAvailable ? 'available' : 'none needed'],
    ['Runs as', `${deployment}, ${cloudProvider}`],
    ['Id', agentId],
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
