import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { basePath } from '../../../api/base.ts'
import { client } from '../../../api/client.ts'
import { confirmLoss, showDone, showFailure } from '../../../ui/confirm.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { useAddress } from '../../../use-address.ts'
import { type Runner, setUpCommand } from '../shapes.ts'

/**
 * The command that starts the runner. It contains the credential, so it is hidden until the user asks for it.
 */
export function SetUp({ runner: { agentId, name } }: { readonly runner: Runner }) {
  const [{ show: asked }, change] = useAddress('runner')
  const [command, setCommand] = useState<string>()
  const path = { path: { agentId } }

  async function show(): Promise<void> {
    const { data, error } = await client.GET('/v1/agents/{agentId}/credentials', { params: path })
    if (error) showFailure(error)
    else setCommand(setUpCommand(window.location.origin, basePath, data))
  }
  // The page of a new runner shows the command at once: starting it is the next thing to do.
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
    setCommand(setUpCommand(window.location.origin, basePath, data))
    showDone(`Replaced the secret of ${name}`)
  }
  const ask = () =>
    confirmLoss({
      title: `Replace the secret of ${name}?`,
      message:
        'Restart the processes of the runner with the new secret within 24 hours: the old one stops working then.',
      action: 'Replace the secret',
      onConfirm: refresh,
    })
  return (
    <Card withBorder component="section" aria-label="Set-up">
      <Stack gap="xs">
        <Title order={2}>Set-up</Title>
        <Text size="sm" c="dimmed">
          Start the runner anywhere that can reach this server. Processes with the same credential share its
          work.
        </Text>
        {command !== undefined && (
          <OneTimeSecret
            title="Command with the credential"
            note="Keep it secret: whoever has it can run a process as this runner."
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
            Replace the secret
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
