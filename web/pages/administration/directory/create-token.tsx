import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'

const path = '/v1/directory-integration/tokens'
const DAY_MS = 86_400_000

interface CreateDirectoryTokenProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (token: string) => void
}

/** Creates a token for an identity provider. */
export function CreateDirectoryToken({ isOpen, onClose, onCreated }: CreateDirectoryTokenProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', days: '365' } })
  const create = api.useMutation('post', path, {
    onSuccess: async ({ token }) => {
      form.reset()
      onCreated(token)
      onClose()
      await invalidate(path)
    },
    onError: (error) => setShown(showAtFields(form, error, { expiresAt: 'days' })),
  })
  const submit = form.onSubmit(({ name, days }) =>
    create.mutate({
      body: { name, expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() },
    }),
  )
  return (
    <DialogForm
      title="New directory token"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        description="The identity provider that uses the token"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="Expires after"
        data={[
          { value: '90', label: '90 days' },
          { value: '365', label: '1 year' },
          { value: '729', label: '2 years' },
        ]}
        key={form.key('days')}
        {...form.getInputProps('days')}
      />
    </DialogForm>
  )
}
