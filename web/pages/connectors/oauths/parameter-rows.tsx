import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Plus, Trash2 } from 'lucide-react'
import { newParameter, type OAuthValues } from './form-values.ts'

interface ParameterRowsProps {
  readonly form: UseFormReturnType<OAuthValues>
  readonly field: 'tokenParameters' | 'authParameters'
  readonly legend: string
  readonly hint: string
}

const locations = [
  { value: 'BODY', label: 'Body' },
  { value: 'QUERY_PARAMETER', label: 'Query Parameter' },
  { value: 'HEADER_PARAMETER', label: 'Header Parameter' },
]

/**
 * Rows of extra parameters; those of the token request may go into its query or headers instead of its body.
 */
export function ParameterRows({ form, field, legend, hint }: ParameterRowsProps) {
  const input = (index: number, part: string) => ({
    key: form.key(`${field}.${index}.${part}`),
    ...form.getInputProps(`${field}.${index}.${part}`),
  })
  return (
    <Fieldset legend={legend} p="sm">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        {form.getValues()[field].map(({ key }, index) => (
          <Row
            key={key}
            input={(part) => input(index, part)}
            label={`${legend} ${index + 1}`}
            hasLocation={field === 'tokenParameters'}
            onRemove={() => form.removeListItem(field, index)}
          />
        ))}
        {form.errors[field] !== undefined && (
          <Text size="sm" c="red" role="alert">
            {form.errors[field]}
          </Text>
        )}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => form.insertListItem(field, newParameter())}
          >
            Add {field === 'tokenParameters' ? 'a token parameter' : 'an authorization parameter'}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface RowProps {
  readonly input: (part: string) => { readonly key: string } & Record<string, unknown>
  readonly label: string
  readonly hasLocation: boolean
  readonly onRemove: () => void
}

function Row({ input, label, hasLocation, onRemove }: RowProps) {
  const { key: nameKey, ...name } = input('name')
  const { key: valueKey, ...value } = input('value')
  const { key: locationKey, ...location } = input('addTo')
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Group gap="xs" align="flex-start" flex={1}>
        <TextInput
          key={nameKey}
          {...name}
          flex="1 1 120px"
          aria-label={`${label}: name`}
          placeholder="Name"
          required
        />
        <TextInput
          key={valueKey}
          {...value}
          flex="2 1 140px"
          aria-label={`${label}: value`}
          placeholder="Value"
        />
        {hasLocation && (
          <NativeSelect
            key={locationKey}
            {...location}
            flex="1 1 130px"
            aria-label={`${label}: add to`}
            data={locations}
          />
        )}
      </Group>
      <ActionIcon
        mt={4}
        size="md"
        variant="subtle"
        color="gray"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
