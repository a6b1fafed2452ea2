import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { client } from '../../api/client.ts'
import { CreateDialog } from '../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../components/create-form/use-create-form.ts'

export const tokensPath = '/v1/personal-access-tokens'
const DAY_MS = 86_400_000

interface CreateTokenProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (token: string) => void
}

/** A new token; the page shows it once. */
export function CreateToken({ isOpen, onClose, onCreated }: CreateTokenProps) {
  const creation = useCreateForm({
    path: tokensPath,
    initialValues: { name: '', mayWrite: false, days: '90' },
    fields: { expiresAt: 'days' },
    create: ({ name, mayWrite, days }) => {
      const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      return client.POST(tokensPath, {
        body: { name, scopes: mayWrite ? ['read', 'write'] : ['read'], expiresAt },
      })
    },
    onCreated: ({ token }) => onCreated(token),
  })
  const { form } = creation
  return (
    <CreateDialog title="New personal access token" creation={creation} isOpen={isOpen} onClose={onClose}>
      <TextInput
        label="Name"
        description="The program that uses it"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Switch
        label="Allow changes, not just reading"
        key={form.key('mayWrite')}
        {...form.getInputProps('mayWrite', { type: 'checkbox' })}
      />
      <NativeSelect
        label="Expires after"
        data={[
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
          { value: '364', label: '1 year' },
        ]}
        key={form.key('days')}
        {...form.getInputProps('days')}
      />
    </CreateDialog>
  )
}
