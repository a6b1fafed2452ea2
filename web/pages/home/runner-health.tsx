import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { useRunners } from '../../components/choices.ts'
import { May } from '../../components/rights/may.tsx'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

const LIVE_MS = 3_000

/** Which runners are connected; those that are not come first. */
export function RunnerHealth() {
  const { data, error } = useRunners({ refetchInterval: LIVE_MS })
  const runners = (data ?? []).toSorted((a, b) => Number(a.connected) - Number(b.connected))
  return (
    <Card withBorder component="section" aria-label="Runners">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Runners</Title>
        <Badge variant="default" size="lg">
          {data === undefined
            ? '…'
            : `${runners.filter(({ connected }) => connected).length} of ${data.length}`}
        </Badge>
      </Group>
      <ProblemAlert error={error} />
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No runner yet, so nothing runs.{' '}
          <May needs="administrator" otherwise="Ask an administrator to add one.">
            <PageLink to={paths.runners}>Add one</PageLink>
          </May>
        </Text>
      )}
      <Stack gap={6}>
        {runners.map(({ agentId, name, connected, agentStatus }) => (
          <Group key={agentId} gap="xs">
            {connected ? (
              <Check size={16} aria-label="connected" />
            ) : (
              <X size={16} aria-label="not connected" />
            )}
            <PageLink to={paths.runner} params={{ agentId }} size="sm">
              {name}
            </PageLink>
            <Text size="sm" c="dimmed">
              {agentStatus}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
