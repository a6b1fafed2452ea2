import { Fieldset, Input, Stack, Text, TextInput } from '@mantine/core'
import { GridEditor } from '../../ui/grid-editor.tsx'
import { type DeclaredVariable, type Entered, fieldValue, settable } from './values.ts'

interface VariableFieldsProps {
  readonly variables: readonly DeclaredVariable[]
  readonly entered: Entered
  readonly faults: Readonly<Record<string, string>>
  readonly onEnter: (name: string, value: string | string[][]) => void
}

/** A field for every variable that a caller may set, with its type and default. */
export function VariableFields({ variables, entered, faults, onEnter }: VariableFieldsProps) {
  const shown = settable(variables)
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This version of the pipeline has no variables to set.
      </Text>
    )
  return (
    <Fieldset legend="Variables">
      <Stack gap="sm">
        {shown.map((variable) => (
          <VariableField
            key={variable.name}
            variable={variable}
            value={fieldValue(variable, entered)}
            fault={Object.hasOwn(faults, variable.name) ? faults[variable.name] : undefined}
            onEnter={(value) => onEnter(variable.name, value)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

interface VariableFieldProps {
  readonly variable: DeclaredVariable
  readonly value: string | readonly (readonly string[])[]
  readonly fault: string | undefined
  readonly onEnter: (value: string | string[][]) => void
}

function VariableField({ variable, value, fault, onEnter }: VariableFieldProps) {
  const { name, type, description, columns } = variable
  const hint = [`${type}, ${defaultInWords(variable)}`, description].filter(Boolean).join('. ')
  if (typeof value === 'string')
    return (
      <TextInput
        label={name}
        description={hint}
        error={fault}
        value={value}
        {...(type === 'NUMBER' && { inputMode: 'decimal' as const })}
        onChange={(event) => onEnter(event.currentTarget.value)}
      />
    )
  return (
    <Input.Wrapper label={name} description={hint} error={fault} labelElement="div" mb={4}>
      <GridEditor label={`Rows of ${name}`} columns={columns} rows={value} onChange={onEnter} />
    </Input.Wrapper>
  )
}

function defaultInWords({ defaultValue }: DeclaredVariable): string {
  if (typeof defaultValue === 'object')
    return defaultValue.length === 1 ? 'default 1 row' : `default ${defaultValue.length} rows`
  return defaultValue === '' ? 'empty by default' : `default ${defaultValue}`
}
