import { NativeSelect, PasswordInput, Switch, TagsInput, TextInput } from '@mantine/core'
import type { operations } from '../../../../openapi/types.generated.ts'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'

type NewProvider = operations['createIdentityProvider']['requestBody']['content']['application/json']
const path = '/v1/identity-providers'
const initialValues: Required<Omit<NewProvider, 'scopes'>> = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  tokenEndpointAuthMethod: 'auto',
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
      <TextInput
        label="Name"
        description="Shown on the button “Sign in with …”"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Issuer"
        description="Its URL, without /.well-known"
        required
        key={form.key('issuer')}
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client ID" required key={form.key('clientId')} {...form.getInputProps('clientId')} />
      <PasswordInput
        label="Client secret"
        description="Leave empty for a public client, which PKCE protects"
        autoComplete="off"
        key={form.key('clientSecret')}
        {...form.getInputProps('clientSecret')}
      />
      <NativeSelect
        label="Client authentication"
        description="How Headrace authenticates at the provider. With private_key_jwt it makes a key pair; register the JWKS URI that the list shows."
        data={[
          { value: 'auto', label: 'What the provider supports' },
          'client_secret_basic',
          'client_secret_post',
          'client_secret_jwt',
          'private_key_jwt',
          'none',
        ]}
        key={form.key('tokenEndpointAuthMethod')}
        {...form.getInputProps('tokenEndpointAuthMethod')}
      />
      <NativeSelect
        label="User name claim"
        data={['email', 'preferred_username', 'upn']}
        key={form.key('userNameClaim')}
        {...form.getInputProps('userNameClaim')}
      />
      <TagsInput
        label="Create users on first sign-in from these domains"
        description="Requires a verified email address. Without domains, users must exist already."
        key={form.key('justInTimeDomains')}
        {...form.getInputProps('justInTimeDomains')}
      />
      <Switch
        label="Sign out at the provider too"
        description="Register the post-logout redirect URI that the list shows first."
        key={form.key('signOutAtProvider')}
        {...form.getInputProps('signOutAtProvider', { type: 'checkbox' })}
      />
    </CreateDialog>
  )
}
