import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import type { operations } from '../../../api/generated.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'
import { RolesEditor } from '../roles/editor.tsx'
import type { Roles } from '../roles/shapes.ts'

export type Created = operations['createApiCredential']['responses'][201]['content']['application/json']

const DAY_MS = 86_400_000
const noRoles: Roles = { accountRole: 'USER', projectRoles: [], environmentAccess: [] }

interface CreateCredentialProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (created: Created) => void
}

/** Creates an API credential with its roles. The page shows the secret, once. */
export function CreateCredential({ isOpen, onClose, onCreated }: CreateCredentialProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const [roles, setRoles] = useState(noRoles)
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', days: '' } })
  const create = api.useMutation('post', '/v1/api-credentials', {
    onSuccess: async (created) => {
      form.reset()
      setRoles(noRoles)
      onCreated(created)
      onClose()
      await invalidate('/v1/api-credentials')
    },
    onError: (error) => setShown(showAtFields(form, error, { expiresAt: 'days' })),
  })
  const submit = form.onSubmit(({ name, days }) => {
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    create.mutate({ body: { name, ...roles, ...(days !== '' && { expiresAt }) } })
  })
  return (
    <DialogForm
      title="New API credential"
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        description="The program that uses the credential"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="Expires"
        data={[
          { value: '', label: 'Never' },
          { value: '30', label: 'After 30 days' },
          { value: '90', label: 'After 90 days' },
          { value: '365', label: 'After a year' },
        ]}
        key={form.key('days')}
        {...form.getInputProps('days')}
      />
      <RolesEditor value={roles} onChange={setRoles} />
    </DialogForm>
  )
}
