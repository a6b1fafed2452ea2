import { Autocomplete, Switch, TextInput } from '@mantine/core'
import type { Property } from './shapes.ts'

interface PropertyFieldProps {
  readonly property: Property
  /** Whether it is filled in with the name of a secret. */
  readonly isSecret: boolean
  readonly value: string
  readonly secretNames: readonly string[]
  readonly onChange: (value: string) => void
}

/**
 * The field of one property, as its connection schema describes it. A secret is named, and its value never
 * shown.
 */
export function PropertyField({ property, isSecret, value, secretNames, onChange }: PropertyFieldProps) {
  const { title, help, required, type } = property
  const placeholder = property.default === undefined ? '' : String(property.default)
  if (isSecret)
    return (
      <Autocomplete
        label={`${title} (secret)`}
        description={`${help}. Its name, or name:key for a member of a JSON object`}
        required={required}
        data={[...secretNames]}
        value={value}
        onChange={onChange}
      />
    )
  if (type === 'BOOLEAN')
    return (
      <Switch
        label={title}
        description={help}
        checked={(value || placeholder) === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    )
  return (
    <TextInput
      label={title}
      description={help}
      required={required}
      placeholder={placeholder}
      spellCheck={false}
      inputMode={type === 'INTEGER' ? 'numeric' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
