import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { confirmLoss, showDone, showFailure } from '../../../ui/confirm.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { useAddress } from '../../../use-address.ts'
import { type Runner, setUpCommand } from '../shapes.ts'

/** The command that starts the runner. It holds the credential, so it is shown only when it is asked for. */
export function SetUp({ runner: { agentId, name } }: { readonly runner: Runner }) {
  const [{ show: asked }, change] = useAddress('runner')
  const [command, setCommand] = useState<string>()
  const path = { path: { agentId } }

  async function show(): Promise<void> {
    const { data, error } = await client.GET('/v1/agents/{agentId}/credentials', { params: path })
    if (error) showFailure(error)
    else setCommand(setUpCommand(window.location.origin, data))
  }
  // A runner that was just made is to be started: whoever made it sees the command, once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the address says when the page opens counts
  useEffect(() => {
    if (asked !== 'set-up') return
    change({ show: undefined })
    void show()
  }, [])

  async function refresh(): Promise<void> {
    const { data, error } = await client.POST('/v1/agents/{agentId}/credentials', {
      params: path,
      body: { action: 'SECRET_REFRESH' },
    })
    if (error) throw error
    setCommand(setUpCommand(window.location.origin, data))
    showDone(`${name} has a new secret`)
  }
  const ask = () =>
    confirmLoss({
      title: `A new secret for ${name}?`,
      message: 'The old one stops working: its processes must be started again with the new one.',
      action: 'Make a new secret',
      onConfirm: refresh,
    })
  return (
    <Card withBorder component="section" aria-label="Set-up">
      <Stack gap="xs">
        <Title order={2}>Set-up</Title>
        <Text size="sm" c="dimmed">
          Start it wherever it can reach this server. Several processes with one credential share the work.
        </Text>
        {command !== undefined && (
          <OneTimeSecret
            title="Command with the credential"
            values={[{ label: 'Command', value: command }]}
          />
        )}
        <Group gap="xs">
          {command === undefined && (
            <Button variant="default" onClick={() => void show()}>
              Show the set-up command
            </Button>
          )}
          <Button variant="default" onClick={ask}>
            Make a new secret
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
