import { TextInput } from '@mantine/core'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { NameField, type ProviderSettings, SettingsFields } from './fields.tsx'

const path = '/v1/identity-providers'
const initialValues: ProviderSettings & { issuer: string } = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  tokenEndpointAuthMethod: 'auto',
  scopes: 'openid email profile',
  userNameClaim: 'email',
  justInTimeDomains: [],
  signOutAtProvider: false,
}

/** Adds an OpenID Connect provider; the server reads its metadata from the issuer at once. */
export function CreateProvider({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const creation = useCreateForm({
    initialValues,
    path,
    create: ({ clientSecret, ...body }) =>
      client.POST(path, { body: { ...body, ...(clientSecret !== '' && { clientSecret }) } }),
    onCreated: ({ name }) => {
      onClose()
      showDone(`Added ${name} to the sign-in page`)
    },
  })
  const { form } = creation
  return (
    <CreateDialog title="New identity provider" creation={creation} isOpen={isOpen} onClose={onClose}>
      <NameField form={form} />
      <TextInput
        label="Issuer"
        description="Its URL, without /.well-known"
        required
        key={form.key('issuer')}
        {...form.getInputProps('issuer')}
      />
      <SettingsFields form={form} secretHint="Leave empty for a public client, which PKCE protects" />
    </CreateDialog>
  )
}
