import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'

/** A further message to a task that does not run: it works again. */
export function Send({ taskId }: { readonly taskId: string }) {
  const [message, setMessage] = useState('')
  const send = api.useMutation('post', '/v1/ai/agents/tasks/{taskId}/messages', {
    onSuccess: () => {
      setMessage('')
      void invalidate('/v1/ai/agents/tasks/{taskId}')
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (message.trim() !== '') send.mutate({ params: { path: { taskId } }, body: { message } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <UnsavedGuard isDirty={() => message.trim() !== '' && !send.isPending} what="The message" />
        <ProblemAlert error={send.error} />
        <Textarea
          label="Message"
          description="What to do next"
          autosize
          minRows={2}
          maxRows={10}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={send.isPending} disabled={message.trim() === ''}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
