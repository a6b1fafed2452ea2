import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import type { Secret } from '../shapes.ts'

interface SecretDialogProps {
  readonly projectId: string
  /** The one whose value is replaced; without it a new one is made. */
  readonly secret?: Secret
  readonly onClose: () => void
}

const all = '/v1/projects/{projectId}/secrets'

/** A new secret, or another value for one. */
export function SecretDialog({ projectId, secret, onClose }: SecretDialogProps) {
  const [error, setError] = useState<unknown>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const initialValues = { name: secret?.name ?? '', value: '', description: secret?.description ?? '' }
  const form = useForm({ mode: 'uncontrolled', initialValues })
  async function save(values: typeof initialValues): Promise<void> {
    setPending(true)
    const answer = await send(projectId, secret, values).finally(() => setPending(false))
    if (answer.error !== undefined) {
      setShown(showAtFields(form, answer.error))
      setError(answer.error)
      return
    }
    await invalidate(all)
    showDone(secret === undefined ? `Created secret ${values.name}` : `Replaced the value of ${values.name}`)
    onClose()
  }
  return (
    <DialogForm
      title={secret === undefined ? 'New secret' : `New value for ${secret.name}`}
      isOpen
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void save(values).catch(setError))}
      action={secret === undefined ? 'Create' : 'Replace'}
      isPending={isPending}
    >
      <ProblemAlert error={error} fieldMessages={shown} />
      {secret === undefined && (
        <TextInput
          label="Name"
          description="Letters, digits, _, . and -"
          required
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
      )}
      <PasswordInput
        label="Value"
        required
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the value' }}
        key={form.key('value')}
        {...form.getInputProps('value')}
        {...(secret !== undefined && { 'data-autofocus': true })}
      />
      <Textarea label="Description" key={form.key('description')} {...form.getInputProps('description')} />
    </DialogForm>
  )
}

async function send(
  projectId: string,
  secret: Secret | undefined,
  body: { name: string; value: string; description: string },
): Promise<{ error?: unknown }> {
  if (secret === undefined) return client.POST(all, { params: { path: { projectId } }, body })
  const { value, description } = body
  return client.PUT(`${all}/{secretName}`, {
    params: { path: { projectId, secretName: secret.name } },
    body: { value, description },
  })
}
