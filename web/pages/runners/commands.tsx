import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { CirclePlay, OctagonX, Pause, RotateCw } from 'lucide-react'
import { api, client, invalidate } from '../../api/client.ts'
import { confirmLoss, showDone, showFailure } from '../../ui/confirm.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import type { Command, Runner } from './shapes.ts'

const HOUR_MS = 3_600_000

/** The commands that a runner obeys: pause, resume, restart and stop. */
export function RunnerCommands({ runner }: { readonly runner: Runner }) {
  const [isPausing, { open, close }] = useDisclosure(false)
  const { agentId, name, agentStatus } = runner
  const isPaused = agentStatus === 'paused' || agentStatus === 'pausing'
  async function send(command: Command['command'], done: string): Promise<void> {
    const params = { path: { agentId } }
    const { error } = await client.POST('/v1/agents/{agentId}/commands', { params, body: { command } })
    if (error) throw error
    await invalidate('/v1/agents')
    showDone(done)
  }
  const ask = (command: Command['command'], action: string, message: string, done: string) =>
    confirmLoss({ title: `${action} ${name}?`, message, action, onConfirm: () => send(command, done) })
  return (
    <Group gap="xs">
      {isPaused ? (
        <Button
          variant="default"
          leftSection={<CirclePlay size={16} aria-hidden />}
          onClick={() => void send('RESUME', `Resumed ${name}`).catch(showFailure)}
        >
          Resume
        </Button>
      ) : (
        <Button variant="default" leftSection={<Pause size={16} aria-hidden />} onClick={open}>
          Pause
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<RotateCw size={16} aria-hidden />}
        onClick={() => ask('RESTART', 'Restart', restartMessage, `${name} restarts once it has drained`)}
      >
        Restart
      </Button>
      <Button
        variant="default"
        leftSection={<OctagonX size={16} aria-hidden />}
        onClick={() => ask('STOP', 'Stop', stopMessage, `${name} stops once it has drained`)}
      >
        Stop
      </Button>
      <PauseDialog runner={runner} isOpen={isPausing} onClose={close} />
    </Group>
  )
}

const restartMessage =
  'It accepts no new work, finishes its executions and exits; its supervisor then starts it again.'
const stopMessage =
  'It accepts no new work, finishes its executions and exits. Queued executions wait until you start it again.'

interface PauseDialogProps {
  readonly runner: Runner
  readonly isOpen: boolean
  readonly onClose: () => void
}

function PauseDialog({ runner: { agentId, name }, isOpen, onClose }: PauseDialogProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { hours: '24' } })
  const pause = api.useMutation('post', '/v1/agents/{agentId}/commands', {
    onSuccess: async () => {
      onClose()
      await invalidate('/v1/agents')
      showDone(`Paused ${name}`)
    },
  })
  const submit = form.onSubmit(({ hours }) => {
    const pausedUntil = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString()
    pause.mutate({ params: { path: { agentId } }, body: { command: 'PAUSE', pausedUntil } })
  })
  return (
    <DialogForm
      title={`Pause ${name}`}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      action="Pause the runner"
      isPending={pause.isPending}
    >
      <ProblemAlert error={pause.error} />
      <Text size="sm">It finishes its executions. New ones wait until it resumes.</Text>
      <NativeSelect
        label="Pause for"
        data={[
          { value: '1', label: '1 hour' },
          { value: '4', label: '4 hours' },
          { value: '24', label: '1 day' },
          { value: '168', label: '1 week' },
          { value: '719', label: '30 days' },
        ]}
        key={form.key('hours')}
        {...form.getInputProps('hours')}
      />
    </DialogForm>
  )
}
