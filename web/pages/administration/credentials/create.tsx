import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { RolesEditor } from '../roles/editor.tsx'
import type { Roles } from '../roles/shapes.ts'

export type Created = operations['createApiCredential']['responses'][201]['content']['application/json']

const DAY_MS = 86_400_000
const noRoles: Roles = {
  accountRole: 'USER',
  accountPermissions: [],
  projectRoles: [],
  environmentAccess: [],
}

interface CreateCredentialProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (created: Created) => void
}

/** Creates an API credential with its roles. The page shows the secret, once. */
export function CreateCredential({ isOpen, onClose, onCreated }: CreateCredentialProps) {
  const [roles, setRoles] = useState(noRoles)
  const close = () => {
    setRoles(noRoles)
    onClose()
  }
  const creation = useCreateForm({
    initialValues: { name: '', days: '' },
    path: '/v1/api-credentials',
    fields: { expiresAt: 'days' },
    create: ({ name, days }) => {
      const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      return client.POST('/v1/api-credentials', {
        body: { name, ...roles, ...(days !== '' && { expiresAt }) },
      })
    },
    onCreated: (created) => {
      onCreated(created)
      close()
    },
  })
  const { form } = creation
  return (
    <CreateDialog title="New API credential" size="lg" creation={creation} isOpen={isOpen} onClose={close}>
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
    </CreateDialog>
  )
}
