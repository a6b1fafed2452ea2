import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { api, client } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useSignOut } from '../../components/shell/use-sign-out.ts'
import { confirmLoss } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Ago, exactTime } from '../../ui/time.tsx'

/** Where one is signed in, and the way to end it everywhere. */
export function Sessions() {
  const { id } = useSession()
  const signOut = useSignOut()
  const { data, error, refetch } = api.useQuery('get', '/v1/sessions')
  async function endAll(): Promise<undefined> {
    const { error: refused } = await client.DELETE('/v1/users/{id}/sessions', { params: { path: { id } } })
    if (refused) throw refused
  }
  const ask = () =>
    confirmLoss({
      title: 'Sign out everywhere?',
      message: 'This signs out every browser, including this one.',
      action: 'Sign out everywhere',
      onConfirm: () => signOut(endAll),
    })
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          If you do not recognize a session, sign out everywhere and change your password.
        </Text>
        <Button variant="default" onClick={ask}>
          Sign out everywhere
        </Button>
      </Group>
      <DataTable
        label="Sessions"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={(session) => session.id}
        columns={[
          {
            header: 'Browser',
            cell: ({ userAgent, current }) => (
              <Group gap="xs">
                <Text size="sm" maw={360} truncate title={userAgent}>
                  {userAgent}
                </Text>
                {current && <Badge variant="light">this one</Badge>}
              </Group>
            ),
          },
          { header: 'Address', cell: ({ address }) => address },
          { header: 'By', cell: ({ method }) => method },
          { header: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
          { header: 'Ends', cell: ({ expiresAt }) => exactTime(expiresAt) },
        ]}
        empty={<EmptyState title="No sessions">You are signed in with a token.</EmptyState>}
      />
    </Stack>
  )
}
