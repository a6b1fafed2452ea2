import { NativeSelect, PasswordInput, Switch, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { operations } from '../../../../openapi/types.generated.ts'

type NewProvider = operations['createIdentityProvider']['requestBody']['content']['application/json']

/** What may be changed of a provider, as a form holds it. */
export type ProviderSettings = Required<Omit<NewProvider, 'issuer'>>

type Form<V> = Pick<UseFormReturnType<V>, 'key' | 'getInputProps'>

export function NameField<V extends ProviderSettings>({ form }: { readonly form: Form<V> }) {
  return (
    <TextInput
      label="Name"
      description="Shown on the button “Sign in with …”"
      required
      data-autofocus
      key={form.key('name')}
      {...form.getInputProps('name')}
    />
  )
}

/** The fields of a provider but name and issuer. */
export function SettingsFields<V extends ProviderSettings>({
  form,
  secretHint,
}: {
  readonly form: Form<V>
  /** What an empty secret means. */
  readonly secretHint: string
}) {
  return (
    <>
      <TextInput label="Client ID" required key={form.key('clientId')} {...form.getInputProps('clientId')} />
      <PasswordInput
        label="Client secret"
        description={secretHint}
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
      <TextInput
        label="Scopes"
        description="What is asked of the provider. Claims come with their scope."
        required
        key={form.key('scopes')}
        {...form.getInputProps('scopes')}
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
    </>
  )
}
