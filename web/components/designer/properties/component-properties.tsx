import { Divider, Stack, Text } from '@mantine/core'
import type { Names } from '../editors/names.ts'
import { fieldsOf, type Property, type Values } from './form-schema.ts'
import type { FormContext, Path, PlacedFault } from './property-context.ts'
import { PropertyField, propertyOfOther } from './property-field.tsx'

export interface ComponentPropertiesProps {
  /** As the file states them. */
  readonly parameters: Values
  /** The catalogue's entry; without one everything is shown as the file has it. */
  readonly schema: Property | undefined
  readonly names: Names
  readonly warehouse: string | undefined
  readonly faults: readonly PlacedFault[]
  readonly isReadOnly: boolean
  readonly onChange: FormContext['onChange']
}

/** The parameters of a component as a form, drawn from the catalogue. */
export function ComponentProperties(props: ComponentPropertiesProps) {
  const { parameters, schema, names, warehouse, faults, isReadOnly, onChange } = props
  const { known, others } = fieldsOf(schema, parameters)
  const form: FormContext = {
    names,
    warehouse,
    isReadOnly,
    onChange,
    faults,
  }
  const field = (name: string, property: Property, isRequired: boolean) => {
    const path: Path = [name]
    return (
      <PropertyField
        key={name}
        path={path}
        value={parameters[name]}
        form={form}
        field={{ name, property, isRequired }}
      />
    )
  }
  return (
    <Stack gap="sm" role="group" aria-label="Parameters">
      {known.map(({ name, property, isRequired }) => field(name, property, isRequired))}
      {known.length + others.length === 0 && (
        <Text size="sm" c="dimmed">
          This component has no parameters.
        </Text>
      )}
      {others.length > 0 && schema !== undefined && (
        <>
          <Divider label="Others in the file" labelPosition="left" />
          <Text size="xs" c="dimmed">
            This version does not use them. They stay in the file as they are.
          </Text>
        </>
      )}
      {others.map((name) => field(name, propertyOfOther, false))}
    </Stack>
  )
}
