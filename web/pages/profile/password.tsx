import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../api/client.ts'
import { showDone } from '../../ui/confirm.tsx'
import { PageForm } from '../../ui/page-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'

const empty = { currentPassword: '', newPassword: '', again: '' }

/** Changes the password and ends the user's other sessions. */
export function ChangePassword() {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: {
      again: (again, { newPassword }) => (again === newPassword ? null : 'The passwords do not match'),
    },
  })
  const change = api.useMutation('put', '/v1/session/password', {
    onSuccess: async () => {
      await invalidate('/v1/sessions')
      showDone('Changed the password and ended your other sessions')
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <PageForm
      form={form}
      what="The password"
      onSubmit={({ again: _, ...body }) => change.mutateAsync({ body })}
      onSaved={() => {
        form.setValues(empty)
        form.resetDirty()
      }}
    >
      <Stack maw={400}>
        <ProblemAlert error={change.error} fieldMessages={shown} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          label="Repeat new password"
          autoComplete="new-password"
          required
          key={form.key('again')}
          {...form.getInputProps('again')}
        />
        <Button type="submit" loading={change.isPending} w="fit-content">
          Change password
        </Button>
      </Stack>
    </PageForm>
  )
}
