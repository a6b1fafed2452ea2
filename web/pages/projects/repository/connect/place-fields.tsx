import { PasswordInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { ProviderName } from '../shapes.ts'
import { type PlaceValues, type ProviderInput, providers } from './providers.ts'

export type PlaceForm = UseFormReturnType<PlaceValues>

interface PlaceFieldsProps {
  readonly form: PlaceForm
  readonly choices: readonly ProviderName[]
}

/** Which repository of which provider, and the token that opens it. */
export function PlaceFields({ form, choices }: PlaceFieldsProps) {
  const [provider, setProvider] = useState<ProviderName>(form.getValues().provider)
  form.watch('provider', ({ value }) => setProvider(value as ProviderName))
  const { inputs, token, hint } = providers[provider]
  return (
    <>
      <Select
        label="Provider"
        data={choices.map((value) => ({ value, label: providers[value].label }))}
        allowDeselect={false}
        key={form.key('provider')}
        {...form.getInputProps('provider')}
      />
      {inputs.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {inputs.map((input) => (
            <OneInput key={`${provider} ${input.name}`} form={form} input={input} />
          ))}
        </SimpleGrid>
      )}
      {token !== 'never' && (
        <PasswordInput
          label="Access token"
          description={hint}
          required={token === 'required'}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show token' }}
          key={form.key('token')}
          {...form.getInputProps('token')}
        />
      )}
      {token === 'never' && hint !== '' && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </>
  )
}

function OneInput({ form, input }: { readonly form: PlaceForm; readonly input: ProviderInput }) {
  const { name, label, description, placeholder, isRequired } = input
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={placeholder}
      required={isRequired}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  )
}
