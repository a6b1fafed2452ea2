import { NativeSelect, TextInput } from '@mantine/core'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'

const path = '/v1/directory-integration/tokens'
const DAY_MS = 86_400_000

interface CreateDirectoryTokenProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (token: string) => void
}

/** Creates a token for an identity provider. */
export function CreateDirectoryToken({ isOpen, onClose, onCreated }: CreateDirectoryTokenProps) {
  const creation = useCreateForm({
    initialValues: { name: '', days: '365' },
    path,
    fields: { expiresAt: 'days' },
    create: ({ name, days }) => {
      const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      return client.POST(path, { body: { name, expiresAt } })
    },
    onCreated: ({ token }) => {
      onCreated(token)
      onClose()
    },
  })
  const { form } = creation
  return (
    <CreateDialog title="New directory token" creation={creation} isOpen={isOpen} onClose={onClose}>
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
    </CreateDialog>
  )
}
